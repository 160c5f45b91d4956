import { isRecord, parseJson } from '#domain/basics/record.ts';
import { readText, removeText, writeText } from '#browser/web-storage.ts';

/** A product whose page was opened in this browser, with the data for its tile. */
export interface ViewedProduct {
  id: number;
  name: string;
  /** Path of its picture, or an absolute URL. */
  image: string;
}

const KEY = 'recentlyViewed';
const MAX_REMEMBERED = 9;

function isViewed(value: unknown): value is ViewedProduct {
  return (
    isRecord(value) &&
    Number.isSafeInteger(value.id) &&
    typeof value.name === 'string' &&
    typeof value.image === 'string'
  );
}

/** Stored in place of the list once the shopper has turned it off. */
const OFF = 'off';

/** Whether this browser may remember viewed products: until the shopper turns it off. */
export function remembersViewed(): boolean {
  return readText('local', KEY) !== OFF;
}

/** Turns remembering on, with an empty list, or off, which deletes the list. */
export function letRememberViewed(remember: boolean): void {
  if (remember) removeText('local', KEY);
  else writeText('local', KEY, OFF);
}

/** Calls back when another tab has changed the list or the setting. */
export function onViewedElsewhere(changed: () => void): void {
  addEventListener('storage', ({ key }) => {
    // The key is null if storage was cleared.
    if (key === KEY || key === null) changed();
  });
}

/** Recently viewed products, latest first; invalid entries are dropped. */
export function recentlyViewed(): ViewedProduct[] {
  const stored = parseJson(readText('local', KEY) ?? '');
  return Array.isArray(stored) ? stored.filter(isViewed).slice(0, MAX_REMEMBERED) : [];
}

/** Records a product as just viewed, unless the shopper has turned that off. */
export function rememberViewed(viewed: ViewedProduct): void {
  if (!remembersViewed()) return;
  const { id, name, image } = viewed;
  const others = recentlyViewed().filter((other) => other.id !== id);
  const all = [{ id, name, image }, ...others].slice(0, MAX_REMEMBERED);
  writeText('local', KEY, JSON.stringify(all));
}
