import type { MailingDraft } from '#domain/wire/mailing-content.ts';

/** A field of a mailing that is typed. */
export interface TextField {
  key: Exclude<keyof MailingDraft, 'products' | 'picture' | 'pictureAlt'>;
  label: string;
  /** The most characters. */
  max: number;
  hint?: string;
  /** Of a field of several lines. */
  rows?: number;
}

/** What stands above the picture, and what below it. */
export const firstFields: readonly TextField[] = [
  { key: 'subject', label: 'Subject', max: 120 },
  {
    key: 'preheader',
    label: 'Preview line',
    max: 150,
    hint: 'What lists of e-mails show beside the subject.',
  },
  { key: 'heading', label: 'Heading', max: 120 },
  {
    key: 'text',
    label: 'Text',
    max: 8000,
    rows: 12,
    hint: '**bold**, *italic*, [words](/all-products), ## heading, - list',
  },
];

export const buttonFields: readonly TextField[] = [
  { key: 'buttonLabel', label: 'Button', max: 40 },
  {
    key: 'buttonHref',
    label: 'Where the button leads',
    max: 500,
    hint: 'A path of the shop such as /all-products, or an https address.',
  },
];

const labels: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...firstFields, ...buttonFields].map(({ key, label }) => [key, label])),
  picture: 'Picture',
  pictureAlt: 'What the picture shows',
  products: 'Products',
};

/** What a form calls a field. */
export function labelOf(field: string): string {
  return labels[field] ?? field;
}
