import type { Config } from '@netlify/functions';
import { sendMailings } from '#server/mail/send-mailings.ts';

/** Every minute: mailings are scheduled to the minute. */
export const config: Config = { schedule: '* * * * *' };

/** Plus the call in progress, this stays below Netlify's limit of 30 s. */
const enough = 15_000;

export default async (): Promise<void> => {
  const tried = await sendMailings(Date.now() + enough);
  if (tried > 0) console.log(`Mailing sweep: tried ${tried} batches`);
};
