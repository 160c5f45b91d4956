import { latinDigits } from '../basics/latin-digits.ts';
import { nameKey } from './name-key.ts';

/** Cyrillic and Greek letters whose capitals look like Latin ones, which follow in the same order. */
const ALIKE = 'авеѕіјкмнорстухαβεζηικμνορτυχ';
const LATIN = 'abesijkmhopctyxabezhikmnoptyx';

/**
 * A code as it is compared: capitals, plain hyphens, digits 0 to 9, nothing invisible, and Latin letters for those of
 * other keyboards that look the same. Accents and inner blanks stay, because they make another code.
 * `public.code_form` in the database.
 */
export function codeForm(text: string): string {
  return nameKey(latinDigits(text))
    .replaceAll(/[^ -~]/g, (letter) => LATIN[ALIKE.indexOf(letter)] ?? letter)
    .replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}
