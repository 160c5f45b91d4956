import { dictionary } from '@zxcvbn-ts/language-common';
import { HttpError } from '../http-error.ts';

/** The passwords that leaks have most often, in lower case. */
const common = new Set(dictionary['passwords-common']);

/** Different characters in a password that is not just a few of them again and again: "aaaaaaaa", "12121212". */
const fewestCharacters = 4;

/**
 * Refuses a new password that is among the first that anybody tries: here, because not every Supabase plan looks
 * passwords up in leaks. Length and the owner's name are the body's rules.
 * @throws HttpError 400 with the field.
 */
export function refuseCommonPassword(password: string): void {
  const guess = password.toLowerCase();
  if (common.has(guess) || new Set(guess).size < fewestCharacters) {
    throw new HttpError(400, { password: ['Choose a less common password.'] });
  }
}
