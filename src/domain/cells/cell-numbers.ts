import { latinDigits } from '../basics/latin-digits.ts';
import { parsePrice, poundsToPence, type Pence } from '../money/money.ts';
import { typedNumber } from '../basics/typed-number.ts';

/** A value that cannot be read as the expected number, and the reason. */
export interface Unclear {
  /** The reason as the end of a sentence that starts with the content found: “45 €” … */
  because: string;
}

/** The number in a cell, or the reason that it is ambiguous. */
function plainNumber(text: string): string | Unclear | undefined {
  const number = typedNumber(latinDigits(text));
  if (number !== null) return number;
  const digits = text.replaceAll(/[^\d.]/g, '');
  return {
    because: `could be ${digits.replace('.', ',')} or ${Number(digits)}. Write it without a point, or with two digits after it`,
  };
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** A currency's name in the plural: US dollars. */
function currencyName(code: string): string | undefined {
  const amount = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'name',
  });
  return amount.formatToParts(2).find(({ type }) => type === 'currency')?.value;
}

const signs = new Map([
  ['$', 'dollars'],
  ['€', 'euros'],
  ['¥', 'yen'],
  ['₹', 'Indian rupees'],
]);

/** Name of a currency other than pounds; `undefined` for pounds, `Rs` and anything that is not a currency. */
export function foreignCurrency(text: string): string | undefined {
  for (const [sign, name] of signs) if (text.includes(sign)) return name;
  for (const code of text.toUpperCase().match(/[A-Z]{3,}/g) ?? []) {
    if (code !== 'GBP' && currencies.has(code)) return currencyName(code);
  }
  return undefined;
}

/**
 * The price in a cell, in pence.
 * @returns the reason if it is not a price.
 */
export function readPrice(value: number | string): Pence | Unclear {
  if (typeof value === 'string') {
    const foreign = foreignCurrency(value);
    if (foreign !== undefined)
      return { because: `is in ${foreign}. The shop’s prices are in pounds` };
  }
  try {
    if (typeof value === 'number') {
      if (value < 0) return { because: 'is not a price' };
      return poundsToPence(value);
    }
    const number = plainNumber(value);
    if (typeof number === 'object') return number;
    if (number !== undefined) return parsePrice(number);
  } catch {
    // Parts of a penny, or more than a number holds.
  }
  return { because: 'is not a price. Write it like 45, 45.50, £45.00 or Rs 45' };
}

/** The whole number in a cell (`5`, `5.0`, `1,000`), which may be negative; or the reason that it is not one. */
export function readWhole(value: number | string): number | Unclear {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? value : { because: 'is not a whole number' };
  }
  const text = value.trim();
  const number = plainNumber(text.replace(/^[-−]/, ''));
  if (typeof number === 'object') return number;
  const whole = number !== undefined && /^\d{1,12}(\.0*)?$/.test(number) ? Number(number) : NaN;
  if (Number.isNaN(whole)) return { because: 'is not a whole number' };
  return /^[-−]/.test(text) ? -whole : whole;
}
