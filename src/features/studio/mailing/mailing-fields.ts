import { MailingContent } from '#domain/contracts/mailing-content.ts';
import type { MailingDraft } from '#domain/contracts/mailing-draft.ts';
import type { Faults } from '../kit/form/Field.tsx';

/** A text field of a mailing. */
export interface MailingField {
  key: Exclude<keyof MailingDraft, 'products' | 'segment' | 'picture' | 'pictureAlt'>;
  label: string;
  /** Maximum length. */
  max: number;
  hint?: string;
  /** Height of a text in Markdown. */
  rows?: number;
}

/** Fields above the picture. */
export const firstFields: readonly MailingField[] = [
  { key: 'subject', label: 'Subject', max: 120 },
  {
    key: 'preheader',
    label: 'Preview line',
    max: 150,
    hint: 'Shown beside the subject in inboxes.',
  },
  { key: 'heading', label: 'Heading', max: 120 },
  {
    key: 'text',
    label: 'Text',
    max: 8000,
    rows: 12,
  },
];

/** Fields below the products. */
export const buttonFields: readonly MailingField[] = [
  { key: 'buttonLabel', label: 'Button', max: 40 },
  { key: 'buttonHref', label: 'Button link', max: 500 },
];

const labels: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...firstFields, ...buttonFields].map(({ key, label }) => [key, label])),
  picture: 'Picture',
  pictureAlt: 'Alt text',
  products: 'Products',
  segment: 'Recipients',
};

/** Label of a field. */
export function labelOf(field: string): string {
  return labels[field] ?? field;
}

/** Errors that prevent sending, by field. */
export function faultsOf(content: MailingDraft): Faults {
  const { error } = MailingContent.safeParse(content);
  return new Map(error?.issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
}

/** Labels of the invalid fields, in form order. */
export function faultyLabels(faults: Faults): string {
  return Object.keys(labels)
    .filter((field) => faults.has(field))
    .map(labelOf)
    .join(', ');
}

/** Errors to show while typing: missing fields are not reported before the first attempt to send. */
export function earlyFaults(faults: Faults, { text }: MailingDraft): Faults {
  const fault = faults.get('text');
  return new Map(fault !== undefined && text.trim() !== '' ? [['text', fault]] : []);
}
