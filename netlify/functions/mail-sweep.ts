import type { Config } from '@netlify/functions';
import { sendDueMails } from '#server/mail/send-due-mails.ts';

export const config: Config = { schedule: '*/5 * * * *' };

export default async (): Promise<void> => {
  const mails = await sendDueMails();
  if (mails > 0) console.log(`Mail sweep: tried ${mails} e-mails`);
};
