import type { NewsPlace } from '#domain/enums.ts';
import { afterAnswer } from '../after-answer.ts';
import { database, dataOf } from '../database.ts';
import { unconfirmedEmailAttempt } from '../rate-limit/attempt.ts';
import { sendDueMails } from './send-due-mails.ts';

/**
 * Asks an address by e-mail whether it wants our news, unless it is on the list or was asked today.
 * @param place part of the shop that it was entered in.
 */
export async function askForConsent(email: string, place: NewsPlace): Promise<void> {
  const asked = { p_email: email, p_limits: unconfirmedEmailAttempt(email), p_from: place };
  const mail: string | null = dataOf(await database().rpc('subscribe', asked));
  if (mail) afterAnswer('Mailing a subscriber failed', () => sendDueMails({ mail }));
}

/** Asks an address of a form whose own purpose comes first: after its answer, and a failure is only logged. */
export function askForConsentLater(email: string, place: NewsPlace): void {
  afterAnswer('Asking for consent failed', () => askForConsent(email, place));
}
