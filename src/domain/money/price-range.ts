import { typedNumber } from '../basics/typed-number.ts';

/** Inclusive bounds in pounds. */
export interface PriceRange {
  min: number;
  max: number;
}

/**
 * Parses a free-text price range "min - max": two numbers in pounds separated by a hyphen (spec, section
 * 5) or another dash. Returns `null`, which filters nothing, if either is not a number.
 */
export function parsePriceRange(text: string): PriceRange | null {
  const [min, max, ...more] = text
    .normalize('NFKC')
    .split(/[-‐-―−]/)
    .map(typedNumber);
  return min && max && more.length === 0 ? { min: Number(min), max: Number(max) } : null;
}

/** Shown beside a price range that filters nothing; '' for one that does, and for none. */
export function ignoredPriceText(text: string): string {
  return !text.trim() || parsePriceRange(text) ? '' : 'Not used: write it as min - max.';
}
