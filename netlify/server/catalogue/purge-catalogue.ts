import { setTimeout as pause } from 'node:timers/promises';
import { purgeCache } from '@netlify/functions';
import { catalogueTag } from '../answer.ts';
import { database, dataOf } from '../database.ts';
import { environment } from '../environment.ts';

/** Netlify answers in far less; the same run has a build to ask for. */
const answerMilliseconds = 5000;
/** So long, in seconds, whoever claimed the purge has for it: less than the pause between two runs. */
const leaseSeconds = 60;

async function purged(site: string): Promise<boolean> {
  const { NETLIFY_API_BASE: apiURL } = environment();
  const late = new AbortController();
  try {
    await Promise.race([
      // Finds its token itself: Netlify renews it from call to call.
      purgeCache({ siteID: site, tags: [catalogueTag], ...(apiURL && { apiURL }) }),
      pause(answerMilliseconds, null, { signal: late.signal }).then(() => {
        throw new Error(`no answer within ${answerMilliseconds} ms`);
      }),
    ]);
    return true;
  } catch (error) {
    console.error('The CDN’s answers about the catalogue could not be purged', error);
    return false;
  } finally {
    late.abort();
  }
}

/**
 * Has Netlify's CDN forget its answers about the catalogue when that has changed since the last
 * time. Changes that go on are purged with every run; a purge that fails is repeated by the next.
 * @see https://docs.netlify.com/platform/caching/#purge-by-cache-tag
 */
export async function purgeCatalogue(): Promise<'purged' | 'nothing to do' | 'failed' | 'no CDN'> {
  const { SITE_ID: site } = environment();
  if (!site) return 'no CDN';
  const claimed = await database().rpc('claim_purge', { p_lease_seconds: leaseSeconds });
  // The types know no function that may answer null.
  const claim: string | null = dataOf(claimed);
  if (claim === null) return 'nothing to do';
  const done = await purged(site);
  dataOf(await database().rpc('settle_purge', { p_claim: claim, p_purged: done }));
  return done ? 'purged' : 'failed';
}
