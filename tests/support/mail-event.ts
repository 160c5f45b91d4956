import { mailWebhookSecret } from '#harness/test-keys.ts';
import { messageSignature } from '#server/mail/webhook-signature.ts';
import { call, type Reply } from './call.ts';

/** Signature headers of a Resend event. */
export function mailEventHeaders(text: string, secret = mailWebhookSecret): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    'content-type': 'application/json',
    'svix-id': 'msg_1',
    'svix-timestamp': timestamp,
    'svix-signature': messageSignature(secret, 'msg_1', timestamp, Buffer.from(text)),
  };
}

/** Resend's bounce event. @param type bounce type. */
export function bounceOf(email: string, type = 'Permanent', id = 're_1'): object {
  return { type: 'email.bounced', data: { email_id: id, to: [email], bounce: { type } } };
}

/** Resend's complaint event: the e-mail was marked as spam. */
export function complaintOf(email: string, id = 're_1'): object {
  return { type: 'email.complained', data: { email_id: id, to: [email] } };
}

/** Sends an event to the shop's webhook, signed as Resend does. */
export function sendMailEvent(origin: string, event: object, secret?: string): Promise<Reply> {
  const raw = JSON.stringify(event);
  return call(`${origin}/api/mail/webhook`, { raw, headers: mailEventHeaders(raw, secret) });
}
