import { database, dataOf } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { HttpError } from '#server/http-error.ts';
import { termsPage } from '#server/orders/terms-page.ts';
import { rowNumber } from '#server/row-number.ts';
import { siteOrigin } from '#server/site-origin.ts';

/** The terms that an order was made under, as a page at `/order-terms/3` (netlify.toml). Anybody may read it. */
export default endpoint({
  GET: async (request) => {
    const [last = ''] = new URL(request.url).pathname.split('/').filter(Boolean).toReversed();
    const version = rowNumber(last);
    const found =
      version === null
        ? null
        : dataOf(await database().rpc('terms_version', { p_version: version }));
    if (found === null) throw new HttpError(404, 'There are no such terms.');
    // Without the visitor's cookies, which are not for a page that all visitors get.
    const shell = await fetch(new URL('/arrivals/terms/', siteOrigin(request)));
    if (!shell.ok) throw new Error('The page of the terms could not be read');
    return new Response(termsPage(await shell.text(), found.texts, found.published_at), {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex',
      },
    });
  },
});
