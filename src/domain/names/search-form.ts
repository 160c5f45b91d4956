import { latinDigits } from '../basics/latin-digits.ts';
import { nameKey } from './name-key.ts';
import { plainLetters } from './plain-letters.ts';

/** Punctuation and symbols beyond ASCII. */
const SIGNS =
  /[\u0080-\u00BF\u00D7\u00F7\u2010-\u27BF\u2900-\u2BFF\u2E00-\u2E7F\u3001-\u3004\u3008-\u3020\u3030]/g;

/**
 * A text for search: small letters without accents and apostrophes, digits of any script as 0 to 9, and blanks for
 * punctuation, so that `“Søren”` and `soren`, `obrien` and `O’Brien` are the same. `public.search_form` and
 * `public.without_punctuation` in the database.
 */
export function searchForm(text: string): string {
  return plainLetters(nameKey(latinDigits(text)))
    .replaceAll("'", '')
    .replaceAll(SIGNS, ' ')
    .replaceAll(/[!-/:-@[-`{-~]/g, ' ');
}
