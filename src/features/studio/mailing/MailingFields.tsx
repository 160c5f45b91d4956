import type { MailingDraft } from '#domain/wire/mailing-draft.ts';
import type { ShownProduct } from '#domain/wire/staff-mailings.ts';
import { type Faults, Words } from '../form-fields.tsx';
import { buttonFields, firstFields, type TextField } from './mailing-fields.ts';
import { MailingPicture } from './MailingPicture.tsx';
import { MailingProducts } from './MailingProducts.tsx';

interface Props {
  content: MailingDraft;
  /** What is known of the products that are saved. */
  products: readonly ShownProduct[];
  /** By the field's key. */
  faults: Faults;
  onChange: (changes: Partial<MailingDraft>) => void;
}

/** What a mailing says, from top to bottom. */
export function MailingFields({ content, products, faults, onChange }: Props) {
  const fieldOf = ({ key, ...field }: TextField) => (
    <Words
      key={key}
      {...field}
      fault={faults.get(key)}
      value={content[key]}
      onChange={(value) => onChange({ [key]: value })}
    />
  );
  return (
    <>
      {firstFields.map(fieldOf)}
      <MailingPicture content={content} fault={faults.get('pictureAlt')} onChange={onChange} />
      <MailingProducts
        chosen={content.products}
        known={products}
        onChange={(chosen) => onChange({ products: chosen })}
      />
      {buttonFields.map(fieldOf)}
    </>
  );
}
