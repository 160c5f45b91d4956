import * as z from 'zod';
import type { Release } from '#domain/contracts/staff-releases.ts';

/** Values that a form's input is compared and merged with. */
export interface Theirs<Typed> {
  typed: Typed;
  /** The person who saved it; `''` for the shop's present values. */
  by: string;
  /** ISO 8601; `''` if unknown. */
  at: string;
}

/** The shop's present values, or those of something new. */
export function asInShop<Typed>(typed: Typed): Theirs<Typed> {
  return { typed, by: '', at: '' };
}

/** Values in a draft. */
export function asInDraft<Typed>(
  typed: Typed,
  { changed_by: by, changed_at: at }: Pick<Release, 'changed_by' | 'changed_at'>,
): Theirs<Typed> {
  return { typed, by, at };
}

/** The draft release that a form becomes: its id, made once, and its saved version; 0 before the first. */
export const DraftVersion = z.object({ release: z.string(), version: z.int() });
export type DraftVersion = z.infer<typeof DraftVersion>;

/** A draft that is not saved yet. */
export function newDraft(): DraftVersion {
  return { release: crypto.randomUUID(), version: 0 };
}
