/** Pounds before or after a number: £, GBP, and Rs, which the first catalogue used for pounds. */
const POUNDS = /^(?:£|gbp|rs\.?|₨)|(?:£|gbp|rs\.?)$/i;

/**
 * The number in a text as people in Britain and on the continent write it, as JavaScript does: `1,200.50`, `1 200,50`,
 * `1.200,50`, `45,5`, `£45`. A comma before exactly three digits separates thousands; a point there could be either and is
 * not guessed at.
 * @returns null for such a point; undefined for no number.
 */
export function typedNumber(text: string): string | null | undefined {
  const digits = text.trim().replace(POUNDS, '').replaceAll(/[\s']/g, '');
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(digits)) return null;
  if (/^\d+(\.\d+)?$/.test(digits)) return digits;
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits)) return digits.replaceAll(',', '');
  if (/^\d+,\d\d?$|^\d{1,3}(\.\d{3})+,\d\d?$/.test(digits))
    return digits.replaceAll('.', '').replace(',', '.');
  return undefined;
}
