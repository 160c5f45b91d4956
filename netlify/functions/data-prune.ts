import type { Config } from '@netlify/functions';
import { prunePersonalData } from '#server/privacy/prune.ts';

/** At night, when nobody waits for the database; not at a full hour, when everybody's do. */
export const config: Config = { schedule: '17 3 * * *' };

export default async (): Promise<void> => {
  const { erased, cutShort } = await prunePersonalData();
  const done = Object.entries(erased).filter(([, rows]) => rows > 0);
  if (done.length > 0) {
    console.log(`Prune: erased ${done.map(([kind, rows]) => `${rows} ${kind}`).join(', ')}`);
  }
  if (cutShort) console.error('Prune: ran out of time, the next night continues with the rest');
};
