import { dictionary } from '@zxcvbn-ts/language-common';
import { company } from '#brand/company.ts';
import { HttpError } from '../http-error.ts';
import { loginMessages } from '../messages/logins.ts';

/** The passwords most common in leaks, in lower case. */
const common = new Set(dictionary['passwords-common']);

/** Minimum number of different characters: rejects "aaaaaaaa" and "12121212". */
const fewestCharacters = 4;

/** Minimum letters and figures besides the shop's name. */
const fewestOthers = 8;

const brand = company.brand.toLowerCase();

/** Letters that are often written as a digit or sign. */
const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  '!': 'i',
  $: 's',
};

/** Whether a password is little more than the shop's name, the first word that a guesser tries here. */
function isShopsName(guess: string): boolean {
  const at = Array.from(guess, (sign) => disguises[sign] ?? sign)
    .join('')
    .indexOf(brand);
  if (at === -1) return false;
  const others = guess.slice(0, at) + guess.slice(at + brand.length);
  return others.replaceAll(/[^\p{L}\p{N}]/gu, '').length < fewestOthers;
}

/**
 * Refuses a new password that is among the first guesses: checked here, because not every Supabase plan checks
 * passwords against leaks. Length and the owner's name are validated with the body.
 * @throws HttpError 400 with the field.
 */
export function refuseCommonPassword(password: string): void {
  const guess = password.toLowerCase();
  if (common.has(guess) || new Set(guess).size < fewestCharacters || isShopsName(guess)) {
    throw new HttpError(400, { password: [loginMessages.passwordCommon] });
  }
}
