import { readBillingForm } from '#domain/orders/billing.ts';
import { readCartItems } from '#domain/cart/cart.ts';
import { isPrice, NO_PENCE, parsePrice, poundsText } from '#domain/money/money.ts';
import type { Pence } from '#domain/money/money.ts';
import { parseJson } from '#domain/basics/record.ts';
import type { StoredKey } from '#domain/browsing/stored-keys.ts';
import { readText, removeText, writeText } from '#browser/web-storage.ts';

/** A checkout value in browser storage, under one of the spec's keys (section 3). */
interface StoredValue<Value> {
  get(): Value;
  set(value: Value): void;
  remove(): void;
}

function storedValue<Value>(
  key: StoredKey<'local'>,
  decode: (text: string | null) => Value,
  encode: (value: Value) => string,
): StoredValue<Value> {
  return {
    get: () => decode(readText('local', key)),
    set: (value) => writeText('local', key, encode(value)),
    remove: () => removeText('local', key),
  };
}

function decodeJson(text: string | null): unknown {
  return text === null ? undefined : parseJson(text);
}

function decodePounds(text: string | null) {
  return text !== null && isPrice(text) ? parsePrice(text) : NO_PENCE;
}

function decodePercent(text: string | null): number {
  const percent = Number(text ?? 0);
  return percent >= 0 && percent <= 100 ? percent : 0;
}

/** The billing form as last entered; empty fields if there is none. */
export const billingFormData = storedValue(
  'billingFormData',
  (text) => readBillingForm(decodeJson(text)),
  JSON.stringify,
);

/** The id of the saved billing form; `''` if there is none. */
export const billingInfoId = storedValue('billingInfoId', (text) => text ?? '', String);

/** The tax in per cent; 0 until fetched from the server. */
export const taxRate = storedValue('taxRate', decodePercent, String);

/** The shipping cost in pence (pounds in storage); 0 by default (spec, section 9). */
export const shippingCost = storedValue('shippingCost', decodePounds, poundsText);

/** The discount code typed or followed as a link, until it is used or removed; `''` if there is none. */
export const discountCode = storedValue('discountCode', (text) => text ?? '', String);

/** The code applied when CHECKOUT was pressed, and what it took off. */
export interface AppliedDiscount {
  /** `''` if there is none. */
  code: string;
  off: Pence;
  /** The money on a gift card; then nothing is taken off. */
  card?: Pence | undefined;
}

/** That discount, as "SUMMER20 4.50"; a gift card, as "7F3K-0QXD-M2NC-9WTA 0.00 20.00". */
export const appliedDiscount = storedValue<AppliedDiscount>(
  'discount',
  (text) => {
    const [code = '', off = '', card] = (text ?? '').split(' ');
    return { code, off: decodePounds(off), card: card === undefined ? card : decodePounds(card) };
  },
  ({ code, off, card }) => `${code} ${poundsText(off)}${card ? ` ${poundsText(card)}` : ''}`,
);

/** The cart when CHECKOUT was pressed. */
export const cartItems = storedValue(
  'cartItems',
  (text) => readCartItems(decodeJson(text)),
  JSON.stringify,
);

/** The cart's subtotal at that moment, in pence (pounds with two decimals in storage). */
export const subtotal = storedValue('subtotal', decodePounds, poundsText);
