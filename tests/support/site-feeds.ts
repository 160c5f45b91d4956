import { inject } from 'vitest';
import { loadAnswers } from '#harness/function-server.ts';
import { shopEnvironment } from '#harness/test-keys.ts';
import { siteUrl } from './awkward-site.ts';
import { feedAddresses, feedFunction } from './feed-records.ts';

/** The text of each feed by its address, of the shop with the awkward catalogue. */
export async function siteFeeds(): Promise<Map<string, string>> {
  Object.assign(process.env, shopEnvironment(inject('builtFromApi'), 'http://127.0.0.1:1'), {
    SITE_URL: siteUrl,
  });
  const answer = await loadAnswers();
  const texts = feedAddresses.map(async (address) => {
    const reply = await answer(new Request(siteUrl + feedFunction(address)));
    if (!reply.ok) throw new Error(`${address} answered ${reply.status}`);
    return [address, await reply.text()] as const;
  });
  return new Map(await Promise.all(texts));
}
