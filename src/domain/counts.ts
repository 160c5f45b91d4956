/** Rules for counting visits. The database limits it again (supabase/schemas/counts.sql). */
import type { CountKind } from './enums.ts';

/** An act that a page notes, as a parameter of the header `Counts`. */
export type CountedAct = 'seen' | 'added' | 'searched' | 'in_vain';

/** One unit for the sum of a kind and key. */
export interface Count {
  kind: CountKind;
  key: string;
}

/** Characters of a text that are kept. */
const MAX_LENGTH = 40;

/** E-mail addresses, and numbers of five digits or more, however they are grouped: of telephones, cards, orders. */
const NAMES_SOMEBODY = /@|%40|(?:\p{Nd}[^\p{L}\p{N}]*){5}/u;

/** A text as it is counted: trimmed, lower case, at most 40 characters; `''` if it might name a person. */
export function countedText(text: string): string {
  const plain = text
    .normalize()
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .toLowerCase();
  return NAMES_SOMEBODY.test(plain) ? '' : [...plain].slice(0, MAX_LENGTH).join('').trim();
}

/** A linking site's host: without www, at most 40 characters; `direct` without one, `''` for one that is not public. */
export function countedHost(host: string): string {
  if (host === '') return 'direct';
  const name = countedText(host).replace(/^www\./, '');
  return /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z][a-z\d-]+$/.test(name) ? name : '';
}
