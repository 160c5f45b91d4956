import type { Config } from '@netlify/functions';
import { prunePersonalData } from '#server/privacy/prune.ts';
import { sweepPhotos } from '#server/returns/sweep-photos.ts';

/** At night, when the database is quiet; off the full hour, when most scheduled jobs start. */
export const config: Config = { schedule: '17 3 * * *' };

/** Plus the batch in progress, this stays below Netlify's limit of 30 s. */
const budgetMs = 25_000;

export default async (): Promise<void> => {
  const end = Date.now() + budgetMs;
  const { erased, cutShort } = await prunePersonalData();
  const done = Object.entries(erased).filter(([, rows]) => rows > 0);
  if (done.length > 0) {
    console.log(`Prune: erased ${done.map(([kind, rows]) => `${rows} ${kind}`).join(', ')}`);
  }
  const photos = await sweepPhotos(end);
  if (photos.deleted > 0) console.log(`Prune: deleted ${photos.deleted} files of photos`);
  if (cutShort || photos.cutShort) {
    console.error('Prune: ran out of time, the next night continues with the rest');
  }
};
