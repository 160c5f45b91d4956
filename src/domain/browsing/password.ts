import { nameKey } from '../names/name-key.ts';

/** Rejection of a password that `namesOwner` matches. */
export const passwordIsName = 'Choose a password other than your username or e-mail.';

/** Whether a password is an attacker's first guess: its owner's name or e-mail, in any case. */
export function namesOwner(password: string, username: string, email: string): boolean {
  const guess = nameKey(password);
  const [mailbox = ''] = email.split('@');
  return [username, email, mailbox].some((name) => nameKey(name) === guess);
}
