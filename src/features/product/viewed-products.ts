import { isRecord, parseJson } from '#domain/record.ts';
import { readText, writeText } from '#browser/web-storage.ts';

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

/** Recently viewed products, latest first; invalid entries are dropped. */
export function recentlyViewed(): ViewedProduct[] {
  const stored = parseJson(readText('local', KEY) ?? '');
  return Array.isArray(stored) ? stored.filter(isViewed).slice(0, MAX_REMEMBERED) : [];
}

/** Records a product as just viewed. */
export function rememberViewed(viewed: ViewedProduct): void {
  const { id, name, image } = viewed;
  const others = recentlyViewed().filter((other) => other.id !== id);
  const all = [{ id, name, image }, ...others].slice(0, MAX_REMEMBERED);
  writeText('local', KEY, JSON.stringify(all));
}
