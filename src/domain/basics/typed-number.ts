/**
 * Normalises a number as typed in Britain or on the continent: `1,200.50`, `1 200,50`, `1.200,50`,
 * `45,5`, `£45`. A comma before exactly three digits separates thousands; a point there could be either
 * and is not guessed at. "Rs" before a number means pounds, as in the first catalogue.
 * @returns null for such an ambiguous point; undefined if it is not a number.
 */
export function typedNumber(text: string): string | null | undefined {
  const digits = text.trim().replaceAll(/^(£|gbp|rs\.?|₨)|(£|gbp|rs\.?)$|[\s']/gi, '');
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(digits)) return null;
  if (/^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(digits)) return digits.replaceAll(',', '');
  if (/^(\d+|\d{1,3}(\.\d{3})+),\d\d?$/.test(digits))
    return digits.replaceAll('.', '').replace(',', '.');
  return undefined;
}
