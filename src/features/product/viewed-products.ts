import { isRecord, parseJson } from '#domain/record.ts';
import { readText, writeText } from '#browser/web-storage.ts';

/** A product whose page was opened in this browser, with what a small picture of it needs. */
export interface ViewedProduct {
  id: number;
  name: string;
  /** Path of its picture, or an absolute address. */
  image: string;
}

const KEY = 'recentlyViewed';
const MOST_REMEMBERED = 9;

function isViewed(value: unknown): value is ViewedProduct {
  return (
    isRecord(value) &&
    Number.isSafeInteger(value.id) &&
    typeof value.name === 'string' &&
    typeof value.image === 'string'
  );
}

/** Recently viewed products, the latest first; damaged entries are left out. */
export function recentlyViewed(): ViewedProduct[] {
  const stored = parseJson(readText('local', KEY) ?? '');
  return Array.isArray(stored) ? stored.filter(isViewed).slice(0, MOST_REMEMBERED) : [];
}

/** Records that a product was viewed just now. */
export function rememberViewed(viewed: ViewedProduct): void {
  const { id, name, image } = viewed;
  const others = recentlyViewed().filter((other) => other.id !== id);
  const all = [{ id, name, image }, ...others].slice(0, MOST_REMEMBERED);
  writeText('local', KEY, JSON.stringify(all));
}
