import { dictionary } from '@zxcvbn-ts/language-common';
import { HttpError } from '../http-error.ts';

/** The passwords most common in leaks, in lower case. */
const common = new Set(dictionary['passwords-common']);

/** Minimum number of different characters: rejects "aaaaaaaa" and "12121212". */
const fewestCharacters = 4;

/**
 * Refuses a new password that is among the first guesses: checked here, because not every Supabase plan checks
 * passwords against leaks. Length and the owner's name are validated with the body.
 * @throws HttpError 400 with the field.
 */
export function refuseCommonPassword(password: string): void {
  const guess = password.toLowerCase();
  if (common.has(guess) || new Set(guess).size < fewestCharacters) {
    throw new HttpError(400, { password: ['Choose a less common password.'] });
  }
}
