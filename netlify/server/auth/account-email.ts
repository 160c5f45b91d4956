import { z } from 'zod';
import { databaseFor, dataOf } from '../database.ts';
import { unconfirmedEmailAttempt } from '../rate-limit/attempt.ts';
import type { Shopper } from '../token.ts';

const AccountEmail = z.object({ email: z.string(), confirmed: z.boolean() });

/** A shopper's address, and whether a link mailed to it was ever used. */
export async function accountEmail(shopper: Shopper) {
  return AccountEmail.parse(dataOf(await databaseFor(shopper).rpc('account_email_state')));
}

const Owed = z.object({
  /** The e-mail to send now. */
  mail: z.uuid().nullish(),
  /** Seconds until the address may be mailed again. */
  wait: z.int().positive().optional(),
});

/** Queues the e-mail that confirms a shopper's address, unless one was sent today. */
export async function oweConfirmEmail(shopper: Shopper, email: string) {
  const asked = { p_limits: unconfirmedEmailAttempt(email) };
  return Owed.parse(dataOf(await databaseFor(shopper).rpc('owe_confirm_email', asked)));
}
