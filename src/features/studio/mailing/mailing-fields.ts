import { MailingContent } from '#domain/wire/mailing-content.ts';
import { type MailingDraft } from '#domain/wire/mailing-draft.ts';
import type { Faults } from '../form-fields.tsx';

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

/** What keeps a mailing from being sent, by field: a sentence each. */
export function faultsOf(content: MailingDraft): Faults {
  const { error } = MailingContent.safeParse(content);
  return new Map(error?.issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
}

/** Labels of the faulty fields, in the form's order. */
export function faultyLabels(faults: Faults): string {
  return Object.keys(labels)
    .filter((field) => faults.has(field))
    .map(labelOf)
    .join(', ');
}

/** The faults to show while somebody types: what is missing is none before they try to send it. */
export function earlyFaults(faults: Faults, { text }: MailingDraft): Faults {
  const fault = faults.get('text');
  return new Map(fault !== undefined && text.trim() !== '' ? [['text', fault]] : []);
}
