import type { Focus } from '#domain/site-content/content-fields.ts';
import type { Faults } from './form/Field.tsx';
import { fieldsOf } from './form/fields-of.ts';
import { TextField } from './form/TextField.tsx';
import { PictureFields } from './PictureFields.tsx';
import { ReplacePicture } from './ReplacePicture.tsx';

/** A picture as typed; without a file at first. */
interface Captioned {
  picture: string;
  focus: Focus;
  alt: string;
  caption: string;
}

interface Props {
  /** Name of the picture, unique on the page. */
  name: string;
  value: Captioned;
  /** Errors by field. */
  faults: Faults;
  captionHint?: string;
  onChange: (value: Captioned) => void;
}

/** A picture with its focal point, alt text and caption. */
export function CaptionedPicture({
  name,
  value,
  faults,
  captionHint = 'Below the picture. Empty: none.',
  onChange,
}: Props) {
  const field = fieldsOf(value, onChange, faults);
  const fault = faults.get('picture');
  return (
    <>
      {value.picture === '' ? (
        <fieldset className="pages-picture">
          <legend className="label">{name}</legend>
          <ReplacePicture
            name={name}
            slug="page"
            verb="Choose a picture"
            onPicture={(picture) => onChange({ ...value, picture })}
          />
          {fault !== undefined && <p className="message-error">{fault}</p>}
        </fieldset>
      ) : (
        <PictureFields
          name={name}
          value={value}
          onChange={(changes) => onChange({ ...value, ...changes })}
        />
      )}
      <TextField
        label={`${name}: alt text`}
        hint="What it shows, for people who cannot see it."
        max={200}
        {...field('alt')}
      />
      <TextField label={`${name}: caption`} hint={captionHint} max={200} {...field('caption')} />
    </>
  );
}
