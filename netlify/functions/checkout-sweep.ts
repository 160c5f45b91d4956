import type { Config } from '@netlify/functions';
import { sweepCheckouts } from '#server/checkout/sweep-checkouts.ts';

export const config: Config = { schedule: '*/5 * * * *' };

export default async (): Promise<void> => {
  const { looked, stuck, cutShort } = await sweepCheckouts();
  if (looked > 0)
    console.log(`Sweep: looked at ${looked} unfinished checkouts, ${stuck} are stuck`);
  if (cutShort) console.error('Sweep: time ran out, the next sweep goes on with the others');
};
