import type { Config } from '@netlify/functions';
import { sweepCheckouts } from '#server/checkout/sweep-checkouts.ts';

export const config: Config = { schedule: '*/5 * * * *' };

export default async (): Promise<void> => {
  const checkouts = await sweepCheckouts();
  if (checkouts > 0) console.log(`Sweep: looked at ${checkouts} unfinished checkouts`);
};
