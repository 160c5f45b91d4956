import { Suspense } from 'react';
import { Loading } from '#ui/islands/Loading.tsx';
import { lazyNamed } from '../kit/lazy-part.tsx';
import { claimsText } from '#domain/catalogue/environmental-claims.ts';
import type { MailingDraft } from '#domain/contracts/mailing-draft.ts';
import type { ShownProduct } from '#domain/contracts/staff-mailings.ts';
import type { Faults } from '../kit/form/Field.tsx';
import { MarkdownField } from '../kit/form/MarkdownField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { LinkField } from '../kit/form/LinkField.tsx';
import { buttonFields, firstFields, type MailingField } from './mailing-fields.ts';
import { MailingPicture } from './MailingPicture.tsx';

// Lazy: it brings what sorts lists.
const MailingProducts = lazyNamed(
  () => import('./MailingProducts.tsx'),
  (part) => part.MailingProducts,
);

interface Props {
  content: MailingDraft;
  /** Saved products. */
  products: readonly ShownProduct[];
  /** Errors by field key. */
  faults: Faults;
  onChange: (changes: Partial<MailingDraft>) => void;
}

/** The fields of a mailing, in the order of the e-mail. */
export function MailingFields({ content, products, faults, onChange }: Props) {
  const fieldOf = ({ key, rows, ...field }: MailingField) => {
    const props = {
      ...field,
      fault: faults.get(key),
      warning: claimsText(content[key]),
      value: content[key],
      onChange: (value: string) => onChange({ [key]: value }),
    };
    if (rows !== undefined) return <MarkdownField key={key} {...props} rows={rows} />;
    const Kind = key === 'buttonHref' ? LinkField : TextField;
    return <Kind key={key} {...props} />;
  };
  return (
    <>
      {firstFields.map(fieldOf)}
      <MailingPicture content={content} fault={faults.get('pictureAlt')} onChange={onChange} />
      <Suspense fallback={<Loading />}>
        <MailingProducts
          chosen={content.products}
          known={products}
          onChange={(chosen) => onChange({ products: chosen })}
        />
      </Suspense>
      {buttonFields.map(fieldOf)}
    </>
  );
}
