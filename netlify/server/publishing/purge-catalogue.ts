import { setTimeout as pause } from 'node:timers/promises';
import { purgeCache } from '@netlify/functions';
import { catalogueTag } from '../answer.ts';
import { database, dataOf } from '../database.ts';
import { environment } from '../environment.ts';
import { log } from '../log.ts';

/** Netlify answers far sooner; the same run still has to ask for a build. */
const answerMilliseconds = 5000;
/** Lease on the purge, in seconds: shorter than the interval between two runs. */
const leaseSeconds = 60;

async function tryPurge(site: string): Promise<boolean> {
  const { NETLIFY_API_BASE: apiURL } = environment();
  const late = new AbortController();
  try {
    await Promise.race([
      // `purgeCache` reads its token itself: Netlify renews it with every invocation.
      purgeCache({ siteID: site, tags: [catalogueTag], ...(apiURL && { apiURL }) }),
      pause(answerMilliseconds, null, { signal: late.signal }).then(() => {
        throw new Error(`no answer within ${answerMilliseconds} ms`);
      }),
    ]);
    return true;
  } catch (error) {
    log.error('Purging the catalogue from the CDN failed', { error });
    return false;
  } finally {
    late.abort();
  }
}

/**
 * Purges the catalogue answers from Netlify's CDN if the catalogue has changed since the last purge.
 * There is no debounce: ongoing changes are purged on every run. The next run repeats a failed purge.
 * @see https://docs.netlify.com/platform/caching/#purge-by-cache-tag
 */
export async function purgeCatalogue(): Promise<'purged' | 'nothing to do' | 'failed' | 'no CDN'> {
  const { SITE_ID: site } = environment();
  if (!site) return 'no CDN';
  const claimed = await database().rpc('claim_purge', { p_lease_seconds: leaseSeconds });
  // The generated types do not know that a function may return null.
  const claim: string | null = dataOf(claimed);
  if (claim === null) return 'nothing to do';
  const done = await tryPurge(site);
  dataOf(await database().rpc('settle_purge', { p_claim: claim, p_purged: done }));
  return done ? 'purged' : 'failed';
}
