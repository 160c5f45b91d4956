import type { Config } from '@netlify/functions';
import { mailSettings } from '#server/mail/mail-settings.ts';
import { sendDueMails } from '#server/mail/send-due-mails.ts';

export const config: Config = { schedule: '*/5 * * * *' };

export default async (): Promise<void> => {
  if (!mailSettings()) console.warn('RESEND_API_KEY is not set: e-mails stay queued');
  const mails = await sendDueMails();
  if (mails > 0) console.log(`Mail sweep: tried ${mails} e-mails`);
};
