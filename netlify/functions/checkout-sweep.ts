import type { Config } from '@netlify/functions';
import { sweepCheckouts } from '#server/checkout/sweep-checkouts.ts';

export const config: Config = { schedule: '*/5 * * * *' };

export default async (): Promise<void> => {
  const { looked, stuck, cutShort } = await sweepCheckouts();
  if (looked > 0) console.log(`Sweep: checked ${looked} unfinished checkouts, ${stuck} stuck`);
  if (cutShort) console.error('Sweep: ran out of time, the next sweep continues with the rest');
};
