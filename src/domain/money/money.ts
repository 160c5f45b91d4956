declare const unit: unique symbol;

/** A whole number of pence: the only unit for money inside our code. The API's JSON carries pounds. */
export type Pence = number & { readonly [unit]: 'pence' };

function isPence(value: number): value is Pence {
  return Number.isSafeInteger(value);
}

/**
 * Brands a number that is already in pence.
 * @throws RangeError if it is not a whole number.
 */
export function pence(value: number): Pence {
  if (!isPence(value)) throw new RangeError(`Not an amount: ${value}`);
  return value;
}

export const NO_PENCE = pence(0);

/** The sum of amounts in pence; 0 for an empty list. */
export function sumPence(amounts: readonly Pence[]): Pence {
  return pence(amounts.reduce<number>((total, amount) => total + amount, 0));
}

/** An amount in pence times a whole number. */
export function timesPence(amount: Pence, quantity: number): Pence {
  return pence(amount * quantity);
}

/**
 * Converts pounds as sent over the wire (45, 19.99) to pence.
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

/** Converts pence to pounds as sent over the wire. */
export function penceToPounds(amount: Pence): number {
  return amount / 100;
}

/** Pounds with two decimals and no sign ("1234.50"), as kept in browser storage. */
export function poundsText(amount: Pence): string {
  return (amount / 100).toFixed(2);
}

/** Pounds as displayed: "£45.00", "£1,234.50". */
export function formatPounds(amount: Pence): string {
  const size = Math.abs(amount);
  // Not `toLocaleString`: its first call blocks the page while the browser loads its locale data.
  const pounds = String(Math.trunc(size / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = String(size % 100).padStart(2, '0');
  return `${amount < 0 ? '-' : ''}£${pounds}.${rest}`;
}

/** A code's row in a summary: "-£4.50", or what it gives instead of money. */
export function discountText(off: Pence): string {
  return off > 0 ? formatPounds(pence(-off)) : 'Free delivery';
}

const PRICE_TEXT = /^(?:£|Rs\.?)?\s*(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2})0*)?$/i;

/**
 * A product's price in pence. Prices come as numbers or as texts that may carry a pound sign or an
 * "Rs" prefix, which is stripped (spec, sections 3 and 9): 45, "45.5", "£45.00", "Rs 1,234.50".
 * @throws RangeError when the price cannot be parsed or is negative.
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

/** Whether an untrusted value is one that `parsePrice` accepts. */
export function isPrice(value: unknown): value is number | string {
  if (typeof value !== 'number' && typeof value !== 'string') return false;
  try {
    parsePrice(value);
    return true;
  } catch {
    return false;
  }
}
