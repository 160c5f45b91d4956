import type { Config } from '@netlify/functions';
import { sendMailings } from '#server/mail/send-mailings.ts';

/** A mailing is scheduled to the minute. */
export const config: Config = { schedule: '* * * * *' };

/** With the call that is under way then it stays below Netlify's limit of 30 s. */
const enough = 15_000;

export default async (): Promise<void> => {
  const tried = await sendMailings(Date.now() + enough);
  if (tried > 0) console.log(`Mailing sweep: tried ${tried} batches`);
};
