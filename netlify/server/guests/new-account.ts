import { namesOwner, passwordIsName } from '#domain/browsing/password.ts';
import { refuseCommonPassword } from '../auth/common-password.ts';
import { logIn } from '../auth/log-in.ts';
import { register } from '../auth/register.ts';
import { HttpError } from '../http-error.ts';

export interface ChosenLogin {
  username: string;
  password: string;
}

/**
 * Creates an account for the address that a link was mailed to, and logs in.
 * @param use the link's purpose, with the new account. If it fails, the account exists.
 * @returns as `loginOf`.
 * @throws HttpError 400 with the field at fault.
 */
export async function registerAndLogIn(
  email: string,
  { username, password }: ChosenLogin,
  ip: string,
  use: (user: string) => Promise<void>,
) {
  if (namesOwner(password, username, email)) {
    throw new HttpError(400, { password: [passwordIsName] });
  }
  refuseCommonPassword(password);
  const { id } = await register({ username, email, password }, ip);
  await use(id);
  return logIn(username, email, password, ip);
}
