import { pageAnswer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import { fromSite } from '#server/from-site.ts';
import { termsPage } from '#server/orders/terms-page.ts';
import { rowNumber } from '#domain/row-number.ts';

/** The terms that an order was made under, as a public page at `/order-terms/3` (netlify.toml). */
export default async function getOrderTerms(request: Request): Promise<Response> {
  const [last = ''] = new URL(request.url).pathname.split('/').filter(Boolean).toReversed();
  const version = rowNumber(last);
  const [found = null] =
    version === null
      ? []
      : dataOf(
          await database().from('terms_versions').select('texts, published_at').eq('id', version),
        );
  const shell = await fromSite(request, '/arrivals/terms/');
  if (!shell.ok) throw new Error('The page of the terms could not be read');
  return pageAnswer(termsPage(await shell.text(), found), found === null ? 404 : 200);
}
