import { z } from 'zod';
import { answer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { environment } from '#server/environment.ts';
import { HttpError } from '#server/http-error.ts';
import { isSigned } from '#server/mail/webhook-signature.ts';
import { readBytes } from '#server/request-body.ts';
import { log } from '#server/log.ts';
import { requestMessages } from '#server/messages/requests.ts';
import { callMessages } from '#server/messages/calls.ts';

/** Bytes; Resend's events are far smaller. */
const maxEventBytes = 100_000;

const toOne = z.object({
  email_id: z.string().regex(/^[\w-]{1,100}$/),
  to: z.tuple([z.email({ pattern: z.regexes.html5Email })]),
});

/**
 * The events that suppress an address: https://resend.com/docs/dashboard/webhooks/event-types. A transient bounce, such as
 * a full mailbox, does not; e-mails to several recipients go to the shop's own people.
 */
const MailEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('email.bounced'),
    data: toOne.extend({ bounce: z.object({ type: z.literal('Permanent') }) }),
  }),
  z.object({ type: z.literal('email.complained'), data: toOne }),
]);

/** The event, if Resend signed exactly these bytes. */
async function signedEvent(request: Request): Promise<unknown> {
  const { RESEND_WEBHOOK_SECRET } = environment();
  if (!RESEND_WEBHOOK_SECRET) throw new Error('RESEND_WEBHOOK_SECRET is not set');
  const bytes = await readBytes(request, maxEventBytes);
  if (!isSigned(request.headers, bytes, RESEND_WEBHOOK_SECRET)) {
    log.warn('Mail webhook: refused. RESEND_WEBHOOK_SECRET may be another webhook’s');
    throw new HttpError(400, callMessages.signatureInvalid);
  }
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new HttpError(400, requestMessages.jsonInvalid);
  }
}

/** Stops news and stock alerts to addresses that bounced or complained. Resend retries until it gets a 200. */
export default async function receiveMailEvent(request: Request): Promise<Response> {
  const { data: event } = MailEvent.safeParse(await signedEvent(request));
  if (event) {
    const [address] = event.data.to;
    const learned = {
      p_provider_id: event.data.email_id,
      p_email: address,
      p_reason: event.type === 'email.bounced' ? ('bounced' as const) : ('complained' as const),
    };
    dataOf(await database().rpc('record_mail_event', learned));
  }
  return answer(200, { received: true });
}
