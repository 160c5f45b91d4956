import { database, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { authClient } from './auth-client.ts';
import { authFailure } from './auth-failure.ts';
import { loginMessages } from '../messages/logins.ts';

export interface Registration {
  username: string;
  email: string;
  password: string;
}

const usernameTaken = new HttpError(400, { username: [loginMessages.usernameTaken] });
/** Reveals who has an account, as the specification requires. */
export const emailTaken = new HttpError(400, { email: [loginMessages.emailTaken] });

async function isTaken(username: string): Promise<boolean> {
  return dataOf(await database().rpc('username_taken', { p_username: username }));
}

function signUp({ username, email, password }: Registration, ip: string) {
  return authClient(ip).signUp({ email, password, options: { data: { username } } });
}

/**
 * Creates an account. A database trigger adds its profile in the same transaction.
 * @throws HttpError 400 with the field that is taken or rejected; 429 when Auth is rate limited.
 */
export async function register(registration: Registration, ip: string) {
  const { username, email } = registration;
  if (await isTaken(username)) throw usernameTaken;
  let { data, error } = await signUp(registration, ip);
  if (error?.status && (error.status >= 500 || error.status === 409)) {
    // Two sign-ups raced for one name or address: a trigger refused this one. Auth reports a taken address by its own
    // code only on the next try.
    if (await isTaken(username)) throw usernameTaken;
    ({ data, error } = await signUp(registration, ip));
  }
  if (error) {
    if (error.code === 'user_already_exists' || error.code === 'email_exists') throw emailTaken;
    if (error.code === 'weak_password') throw new HttpError(400, { password: [error.message] });
    if (error.code === 'email_address_invalid' || error.code === 'validation_failed')
      throw new HttpError(400, { email: [loginMessages.emailInvalid] });
    if (await isTaken(username)) throw usernameTaken;
    throw authFailure(error);
  }
  // With e-mail confirmation on, Auth answers like this for an address that is taken.
  if (!data.user || data.user.identities?.length === 0) throw emailTaken;
  return { id: data.user.id, username, email };
}
