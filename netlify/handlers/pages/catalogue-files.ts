import { catalogueCaching } from '#server/answer.ts';
import { fromSite } from '#server/from-site.ts';
import { HttpError } from '#server/http-error.ts';
import { openedEntries } from '#server/listing/opened-entries.ts';
import { readOpened } from '#server/listing/read-listing.ts';
import { siteOrigin } from '#server/site-origin.ts';
import { callMessages } from '#server/messages/calls.ts';

/** Bytes; Netlify lets a function stream 20 MB. */
const largestAnswer = 18_000_000;

/**
 * `/sitemap.xml`, rewritten to here by netlify.toml: the built file plus the products that have opened since.
 * A file above a function's limit is answered by a redirect to the built one; the next build adds the products.
 */
export default async function getCatalogueFile(request: Request): Promise<Response> {
  const [name = ''] = new URL(request.url).pathname.split('/').filter(Boolean).slice(-1);
  const { end, sign, write } = openedEntries[name] ?? {};
  const site = new URL(siteOrigin(request));
  const address = new URL(`/arrivals/${name}`, site);
  if (!end || !sign || !write) throw new HttpError(404, callMessages.fileUnknown);
  const [built, { products, until }] = await Promise.all([
    fromSite(request, address.pathname),
    readOpened(),
  ]);
  if (!built.ok) throw new Error(`${address.pathname} answered ${built.status}`);
  const file = await built.text();
  const headers = catalogueCaching(until);
  if (file.length > largestAnswer) {
    return new Response(null, {
      status: 302,
      headers: { ...headers, Location: address.pathname },
    });
  }
  const missing = products.filter((product) => !file.includes(sign(product)));
  const entries = missing.length > 0 ? write(missing, site) : [];
  const place = file.lastIndexOf(end);
  const whole = [file.slice(0, place), ...entries.map((entry) => `${entry}\n`), file.slice(place)];
  return new Response(new Blob(whole).stream(), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', ...headers },
  });
}
