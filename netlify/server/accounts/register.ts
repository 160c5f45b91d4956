import { accounts, database, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { authFailure } from './auth-failure.ts';

export interface Registration {
  username: string;
  email: string;
  password: string;
}

const usernameTaken = new HttpError(400, { username: ['Username already exists'] });
const emailTaken = new HttpError(400, { email: ['Email already exists'] });

async function isTaken(username: string): Promise<boolean> {
  return dataOf(await database().rpc('username_taken', { p_username: username }));
}

/**
 * Makes an account. The database gives it its profile in the same transaction.
 * @throws HttpError 400 with the field that is in use or refused; 429 when Auth itself has had too many.
 */
export async function register({ username, email, password }: Registration, ip: string) {
  if (await isTaken(username)) throw usernameTaken;
  const { data, error } = await accounts(ip).signUp({
    email,
    password,
    options: { data: { username } },
  });
  if (error) {
    if (error.code === 'user_already_exists' || error.code === 'email_exists') throw emailTaken;
    if (error.code === 'weak_password') throw new HttpError(400, { password: [error.message] });
    if (error.code === 'email_address_invalid')
      throw new HttpError(400, { email: ['Enter a valid email address.'] });
    // Two sign-ups for one name at once: the unique index stopped the second.
    if (await isTaken(username)) throw usernameTaken;
    throw authFailure(error);
  }
  // A project that confirms e-mail addresses answers like this for one that is in use.
  if (!data.user || data.user.identities?.length === 0) throw emailTaken;
  return { id: data.user.id, username, email };
}
