import { readText, writeText } from '#browser/web-storage.ts';

const KEY = 'cartReference';
/** Omits characters that are easily confused when read aloud or copied by hand. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** The random reference of this tab's cart, e.g. "MC-7KX2P9QA". It lasts until the tab is closed. */
export function cartReference(): string {
  const known = readText('session', KEY);
  if (known !== null) return known;
  const numbers = crypto.getRandomValues(new Uint32Array(LENGTH));
  const letters = Array.from(numbers, (number) => LETTERS[number % LETTERS.length] ?? '');
  const reference = `MC-${letters.join('')}`;
  writeText('session', KEY, reference);
  return reference;
}
