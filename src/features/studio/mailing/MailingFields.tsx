import type { MailingDraft } from '#domain/wire/mailing-content.ts';
import type { ShownProduct } from '#domain/wire/staff-mailings.ts';
import { buttonFields, firstFields, type TextField } from './mailing-fields.ts';
import { MailingPicture } from './MailingPicture.tsx';
import { MailingProducts } from './MailingProducts.tsx';

interface Props {
  content: MailingDraft;
  /** What is known of the products that are saved. */
  products: readonly ShownProduct[];
  onChange: (changes: Partial<MailingDraft>) => void;
}

interface FieldProps {
  field: TextField;
  value: string;
  onChange: (value: string) => void;
}

function Field({ field: { key, label, max, hint }, value, onChange }: FieldProps) {
  const shared = {
    className: 'field',
    name: key,
    maxLength: max,
    value,
    'aria-describedby': hint ? `mailing-${key}` : undefined,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(currentTarget.value),
  };
  return (
    <div className="mailing-field">
      <label>
        <span className="label">{label}</span>
        {key === 'text' ? (
          <textarea rows={12} {...shared} />
        ) : (
          <input autoComplete="off" {...shared} />
        )}
      </label>
      {hint && (
        <p id={`mailing-${key}`} className="studio-soft">
          {hint}
        </p>
      )}
    </div>
  );
}

/** What a mailing says, from top to bottom. */
export function MailingFields({ content, products, onChange }: Props) {
  const fieldOf = (field: TextField) => (
    <Field
      key={field.key}
      field={field}
      value={content[field.key]}
      onChange={(value) => onChange({ [field.key]: value })}
    />
  );
  return (
    <>
      {firstFields.map(fieldOf)}
      <MailingPicture content={content} onChange={onChange} />
      <MailingProducts
        chosen={content.products}
        known={products}
        onChange={(chosen) => onChange({ products: chosen })}
      />
      {buttonFields.map(fieldOf)}
    </>
  );
}
