import { imageAddress } from '#domain/address/image.ts';
import { isShopPicture } from '#domain/address/shop-picture.ts';
import type { MailingDraft } from '#domain/wire/mailing-draft.ts';
import { Words } from '../form-fields.tsx';
import { ReplacePicture } from '../ReplacePicture.tsx';

interface Props {
  content: MailingDraft;
  /** What is wrong with the words for the picture. */
  fault: string | undefined;
  onChange: (changes: Partial<MailingDraft>) => void;
}

/** The picture at the top of a mailing, sent from here, and what it shows in words. */
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
          <button
            type="button"
            className="button-quiet"
            onClick={() => onChange({ picture: '', pictureAlt: '' })}
          >
            Remove the picture
          </button>
        )}
      </div>
      {picture !== '' && (
        <Words
          label="What the picture shows"
          max={200}
          fault={fault}
          hint="For people who cannot see it, and programs that do not load pictures."
          value={pictureAlt}
          onChange={(words) => onChange({ pictureAlt: words })}
        />
      )}
    </fieldset>
  );
}
