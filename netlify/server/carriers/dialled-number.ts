import { latinDigits } from '#domain/basics/latin-digits.ts';

/** Minimum digits of a whole number; a dialling code alone, as in "030/1234567", has fewer. */
const fewestDigits = 8;

/** A group that starts a second number: more than 15 digits are two numbers (ITU-T E.164). */
const secondNumber = /^((?:\D*\d){10,15}?)\s+0\d[\d\s]*$/;

/** Separators between two numbers, or a number and its extension; blanks, dots and hyphens only group digits. */
const between = /\s[-‐-―−]\s|[^\d\s.)‐-―−-]+/;

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/**
 * A telephone number in digits alone, as Royal Mail takes it: the first of several, without its
 * extension. The (0) in "+44 (0)20" is not dialled from abroad.
 */
export function dialledNumber(phone: string): string {
  const typed = latinDigits(phone)
    .replace(/^[^+\d]+/, '')
    .replace(/^((?:\+|00)[\d\s.)-]*)\(0\)/, '$1')
    .replace(/^\+/, '00');
  const [, first = typed] = (digitsOf(typed).length > 15 && secondNumber.exec(typed)) || [];
  let dialled = '';
  for (const part of first.split(between)) {
    if (dialled.replace(/^00/, '').length >= fewestDigits) break;
    dialled += digitsOf(part);
  }
  return dialled;
}
