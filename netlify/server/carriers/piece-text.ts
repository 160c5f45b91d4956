import { cutText } from '#domain/basics/cut-text.ts';
import type { Parcel } from './carrier.ts';

/** A text that fits a field: it ends between words, or within one that is longer than the field. */
export function fittingText(text: string, max: number): string {
  if (text.length <= max) return text;
  const words = /^(.*\S)\s/s.exec(text.slice(0, max + 1))?.[1] ?? '';
  // Half a list entry is worse than none: "wool," and "60% wool and" say less than they seem to.
  return cutText(words.replace(/[\s,;:.&+–-]+(?:and|of|with|on|in)?$/i, '') || text, max);
}

/** The description of a piece for customs. */
export function customsText({ product_name, material }: Parcel['lines'][number]): string {
  return material === null ? product_name : `${product_name}, ${material}`;
}

/** Weight in kilograms, as carriers write it. */
export function kilograms(grams: number): string {
  return (grams / 1000).toFixed(3);
}
