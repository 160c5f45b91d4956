/** Codes that identify a colour of a product: the shop's SKU, and the number of the barcode on the goods. */
import { codeForm } from './code-form.ts';

/** A SKU. Code 128 can print it, and file names may contain all but its slash. */
export const SKU = /^[A-Z0-9](?:[A-Z0-9._/-]{0,38}[A-Z0-9])?$/;

function checkDigit(digits: string): number {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/**
 * The GTIN in a text that may contain spaces and hyphens, in its stored form: a UPC gets a 0 in front, and
 * superfluous zeros are left out.
 * @returns null if the number of digits or the check digit is wrong.
 * @see https://www.gs1.org/services/how-calculate-check-digit-manually
 */
export function gtinOf(text: string): string | null {
  const digits = codeForm(text).replaceAll(/[ -]/g, '');
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return null;
  if (checkDigit(digits.slice(0, -1)) !== Number(digits.at(-1))) return null;
  return digits.length === 8 ? digits : digits.replace(/^0(?=\d{13}$)/, '').padStart(13, '0');
}

/** Whether a scanned text is one of a colour's codes. */
export function isCodeOf(
  scanned: string,
  { sku, gtin }: { sku: string; gtin: string | null },
): boolean {
  return codeForm(scanned) === sku || (gtin !== null && gtinOf(scanned) === gtin);
}
