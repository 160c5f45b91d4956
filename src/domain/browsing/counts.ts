/** Rules for counting visits. The database limits it again (supabase/schemas/platform/counts.sql). */
import type { CountKind } from '../enums.ts';

/** An act that a page notes, as a parameter of the header `Counts`. */
export type CountedAct = 'seen' | 'added' | 'searched' | 'in_vain';

/** One unit for the sum of a kind and key. */
export interface Count {
  kind: CountKind;
  key: string;
}

/** Characters of a text that are kept. */
const MAX_LENGTH = 40;

/** Characters of a host that is kept, whole: longer names are made up. */
const MAX_HOST = 80;

/** E-mail addresses, and numbers of five digits or more, however they are grouped: of telephones, cards, orders. */
const NAMES_SOMEBODY = /@|%40|(?:\p{Nd}[^\p{L}\p{N}]*){5}/u;

/**
 * A text as it is counted: trimmed, in lower case and cut; `''` if it might name a person.
 * @param longest in characters.
 */
export function countedText(text: string, longest = MAX_LENGTH): string {
  const plain = text
    .normalize()
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .toLowerCase();
  return NAMES_SOMEBODY.test(plain) ? '' : [...plain].slice(0, longest).join('').trim();
}

/** A linking site's host, without www; `direct` without one, `''` for one that is not public or too long. */
export function countedHost(host: string): string {
  if (host === '') return 'direct';
  const name = countedText(host, MAX_HOST + 5).replace(/^www\./, '');
  return name.length <= MAX_HOST && /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z][a-z\d-]+$/.test(name)
    ? name
    : '';
}
