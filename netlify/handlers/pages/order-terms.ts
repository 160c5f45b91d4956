import { missingCaching, pageAnswer, productPageCaching } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { fromSite } from '#server/from-site.ts';
import { readById } from '#server/newest-ids.ts';
import { type OrderTerms, termsPage } from '#server/orders/terms-page.ts';
import { rowNumber } from '#domain/basics/row-number.ts';

async function readTerms(version: number): Promise<OrderTerms | null> {
  const read = async () => {
    const row = database().from('terms_versions').select('texts, published_at').eq('id', version);
    const [found = null] = dataOf(await row);
    return found;
  };
  return readById<OrderTerms | null>('terms_versions', version, read, {
    none: null,
    isShown: (found) => found !== null,
  });
}

/** The terms that an order was made under, as a public page at `/order-terms/3` (netlify.toml). */
export default async function getOrderTerms(request: Request): Promise<Response> {
  const [last = ''] = new URL(request.url).pathname.split('/').filter(Boolean).toReversed();
  const version = rowNumber(last);
  const found = version === null ? null : await readTerms(version);
  const shell = await fromSite(request, '/arrivals/terms/');
  if (!shell.ok) throw new Error('The page of the terms could not be read');
  const page = termsPage(await shell.text(), found);
  return found === null
    ? pageAnswer(page, 404, missingCaching())
    : pageAnswer(page, 200, productPageCaching(null));
}
