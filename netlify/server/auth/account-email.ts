import { z } from 'zod';
import { database, dataOf } from '../database.ts';
import { unconfirmedEmailAttempt } from '../rate-limit/attempt.ts';
import type { Shopper } from '../token.ts';

const AccountEmail = z.object({ email: z.string(), confirmed: z.boolean() });

/** A shopper's address, and whether a link mailed to it was ever used. */
export async function accountEmail({ id, session }: Shopper) {
  const asked = { p_user: id, p_auth_session: session };
  return AccountEmail.parse(dataOf(await database().rpc('account_email_state', asked)));
}

const Owed = z.object({
  /** The e-mail to be sent now. */
  mail: z.uuid().nullish(),
  /** Seconds until the address may be mailed again. */
  wait: z.int().positive().optional(),
});

/** Writes the e-mail that lets a shopper confirm their address, unless it had one today. */
export async function oweConfirmEmail({ id, session }: Shopper, email: string) {
  const p_limits = unconfirmedEmailAttempt(email);
  const asked = { p_user: id, p_auth_session: session, p_limits };
  return Owed.parse(dataOf(await database().rpc('owe_confirm_email', asked)));
}
