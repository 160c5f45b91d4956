import { parseJson } from '#domain/basics/record.ts';
import { readText, removeText, writeText } from '#browser/web-storage.ts';

const KEY = 'cartNews';

/** Stores sentences for the cart page, which shows them the next time it opens in this tab. */
export function leaveCartNews(sentences: readonly string[]): void {
  writeText('session', KEY, JSON.stringify(sentences));
}

/** Reads and clears the sentences stored for the cart page. */
export function takeCartNews(): readonly string[] {
  const left = parseJson(readText('session', KEY) ?? '');
  removeText('session', KEY);
  return Array.isArray(left) ? left.filter((text) => typeof text === 'string') : [];
}
