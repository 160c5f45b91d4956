import { useState } from 'react';
import type { MailingDraft } from '#domain/wire/mailing-content.ts';

interface Props {
  content: MailingDraft;
  onChange: (content: MailingDraft) => void;
}

type TextKey = Exclude<keyof MailingDraft, 'products'>;

const fields: readonly [key: TextKey, label: string, max: number, hint: string][] = [
  ['subject', 'Subject', 120, ''],
  ['preheader', 'Preview line', 150, 'What lists of e-mails show beside the subject.'],
  ['heading', 'Heading', 120, ''],
  ['text', 'Text', 8000, '**bold**, *italic*, [words](/all-products), ## heading, - list'],
  [
    'picture',
    'Picture',
    500,
    'A path of the shop such as /catalogue/front/front-1.jpg, or an https address.',
  ],
  ['pictureAlt', 'What the picture shows', 200, ''],
  ['buttonLabel', 'Button', 40, ''],
  [
    'buttonHref',
    'Where the button leads',
    500,
    'A path of the shop such as /all-products, or an https address.',
  ],
];

function idsIn(text: string): number[] {
  return [...text.matchAll(/\d{1,15}/g)].map(([id]) => Number(id)).filter((id) => id > 0);
}

/** What a mailing says, field by field. */
export function MailingFields({ content, onChange }: Props) {
  const [products, setProducts] = useState(content.products.join(', '));
  return (
    <>
      {fields.map(([key, label, max, hint]) => {
        const shared = {
          className: 'field',
          name: key,
          maxLength: max,
          value: content[key],
          'aria-describedby': hint ? `mailing-${key}` : undefined,
          onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
            onChange({ ...content, [key]: value }),
        };
        return (
          <div key={key} className="mailing-field">
            <label>
              <span className="label">{label}</span>
              {key === 'text' ? <textarea rows={12} {...shared} /> : <input {...shared} />}
            </label>
            {hint && (
              <p id={`mailing-${key}`} className="studio-soft">
                {hint}
              </p>
            )}
          </div>
        );
      })}
      <div className="mailing-field">
        <label>
          <span className="label">Products</span>
          <input
            className="field"
            name="products"
            inputMode="numeric"
            aria-describedby="mailing-products"
            value={products}
            onChange={({ currentTarget: { value } }) => {
              setProducts(value);
              onChange({ ...content, products: idsIn(value) });
            }}
          />
        </label>
        <p id="mailing-products" className="studio-soft">
          Up to four numbers, as in the addresses of their pages: 12, 7. Each is shown with its
          picture and the price of the moment it is sent.
        </p>
      </div>
    </>
  );
}
