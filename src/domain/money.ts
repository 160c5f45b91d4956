declare const unit: unique symbol;

/** A whole number of pence. The only unit for money inside our code; the wire carries pounds. */
export type Pence = number & { readonly [unit]: 'pence' };

function isPence(value: number): value is Pence {
  return Number.isSafeInteger(value);
}

/**
 * A number that is already whole pence, checked.
 * @throws RangeError when it is not a whole number.
 */
export function pence(value: number): Pence {
  if (!isPence(value)) throw new RangeError(`Not an amount: ${value}`);
  return value;
}

export const NO_PENCE = pence(0);

/** The sum of amounts in pence; nothing adds up to 0. */
export function sumPence(amounts: readonly Pence[]): Pence {
  return pence(amounts.reduce<number>((total, amount) => total + amount, 0));
}

/** An amount in pence, `quantity` (a whole number) times. */
export function timesPence(amount: Pence, quantity: number): Pence {
  return pence(amount * quantity);
}

/**
 * Pounds as the wire carries them (45, 19.99) in pence.
 * @throws RangeError when the number has fractions of a penny or is not finite.
 */
export function poundsToPence(pounds: number): Pence {
  const rounded = Math.round(pounds * 100);
  // Binary fractions are off by far less than this; half a penny is off by far more.
  if (!(Math.abs(pounds * 100 - rounded) < 1e-4)) {
    throw new RangeError(`Not an amount: ${pounds}`);
  }
  return pence(rounded);
}

/** Pence as the pounds that the wire carries. */
export function penceToPounds(amount: Pence): number {
  return amount / 100;
}

/** Pounds with two decimals and nothing else ("1234.50"), as browser storage keeps them. */
export function poundsText(amount: Pence): string {
  return (amount / 100).toFixed(2);
}

/** Pounds as shoppers read them: "£45.00", "£1,234.50". */
export function formatPounds(amount: Pence): string {
  const size = Math.abs(amount);
  // Not by `toLocaleString`: its first call makes a page wait until the browser has read its locales.
  const pounds = String(Math.trunc(size / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = String(size % 100).padStart(2, '0');
  return `${amount < 0 ? '-' : ''}£${pounds}.${rest}`;
}

const PRICE_TEXT = /^(?:£|Rs\.?)?\s*(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2})0*)?$/i;

/**
 * A product's price in pence. Prices come as numbers or as texts that may carry a pound sign or an
 * "Rs" prefix, which is stripped (spec, sections 3 and 9): 45, "45.5", "£45.00", "Rs 1,234.50".
 * @throws RangeError when no such price can be read, or it is negative.
 */
export function parsePrice(price: number | string): Pence {
  if (typeof price === 'number') {
    if (price < 0) throw new RangeError(`Not an amount: ${price}`);
    return poundsToPence(price);
  }
  const [, pounds, decimals = ''] = PRICE_TEXT.exec(price.trim()) ?? [];
  if (pounds === undefined) throw new RangeError(`Not an amount: ${price}`);
  return pence(Number(pounds.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0')));
}

/** Whether `parsePrice` can read a value that came from outside. */
export function isPrice(value: unknown): value is number | string {
  if (typeof value !== 'number' && typeof value !== 'string') return false;
  try {
    parsePrice(value);
    return true;
  } catch {
    return false;
  }
}
