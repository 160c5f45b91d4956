import * as z from 'zod';
import { readText, removeText, writeText } from '#browser/web-storage.ts';
import { parseJson } from '#domain/basics/record.ts';
import { MailingDraft } from '#domain/contracts/mailing-draft.ts';

/** Unsaved input of a mailing. */
const Copy = z.object({
  /** Version it is based on; 0 for a new mailing. */
  version: z.int(),
  content: MailingDraft,
  /** Drafts sent without a response. */
  sent: z.array(MailingDraft),
});
type Copy = z.infer<typeof Copy>;

const Copies = z.record(z.string(), Copy).catch({});
const KEY = 'studioMailings';

function allCopies(): Record<string, Copy> {
  return Copies.parse(parseJson(readText('local', KEY) ?? '{}'));
}

/** This browser's copy of a mailing; null if none. */
export function keptCopy(mailing: string): Copy | null {
  return allCopies()[mailing] ?? null;
}

/** Stores this browser's copy of a mailing; null removes it. */
export function keepCopy(mailing: string, copy: Copy | null): void {
  const { [mailing]: _, ...others } = allCopies();
  const copies = copy ? { ...others, [mailing]: copy } : others;
  if (Object.keys(copies).length > 0) writeText('local', KEY, JSON.stringify(copies));
  else removeText('local', KEY);
}

/** Whether two drafts are equal. */
export function sameDraft(one: MailingDraft, other: MailingDraft): boolean {
  const keys = Object.keys(MailingDraft.shape) as (keyof MailingDraft)[];
  return keys.every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));
}
