import { imageAddress } from '#domain/catalogue/image.ts';
import { isShopPicture } from '#domain/paths/shop-picture.ts';
import type { MailingDraft } from '#domain/contracts/mailing-draft.ts';
import { Button } from '../kit/Button.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { ReplacePicture } from '../kit/ReplacePicture.tsx';

interface Props {
  content: MailingDraft;
  /** Error of the alt text. */
  fault: string | undefined;
  onChange: (changes: Partial<MailingDraft>) => void;
}

/** The picture at the top of a mailing, and its alt text. */
export function MailingPicture({ content: { picture, pictureAlt }, fault, onChange }: Props) {
  return (
    <fieldset className="pages-picture">
      <legend className="label">Picture</legend>
      {picture !== '' && (
        <img
          className="mailing-picture"
          src={isShopPicture(picture) ? imageAddress(picture, 640) : picture}
          alt=""
        />
      )}
      <div className="studio-actions">
        <ReplacePicture
          name="of the e-mail"
          slug="mailing"
          verb={picture === '' ? 'Choose a picture' : 'Replace the picture'}
          onPicture={(address) => onChange({ picture: address })}
        />
        {picture !== '' && (
          <Button onClick={() => onChange({ picture: '', pictureAlt: '' })}>
            Remove the picture
          </Button>
        )}
      </div>
      {picture !== '' && (
        <TextField
          label="Alt text"
          max={200}
          fault={fault}
          hint="For people who cannot see the picture, and e-mail programs that do not load it."
          value={pictureAlt}
          onChange={(text) => onChange({ pictureAlt: text })}
        />
      )}
    </fieldset>
  );
}
