import type { Config } from '@netlify/functions';
import { sweepEvents } from '#server/checkout/sweep-events.ts';

export const config: Config = { schedule: '*/5 * * * *' };

export default async (): Promise<void> => {
  const { looked, stuck } = await sweepEvents();
  if (looked > 0) console.log(`Sweep: checked ${looked} refunds and disputes, ${stuck} stuck`);
};
