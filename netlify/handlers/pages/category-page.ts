import { builtPage } from '#server/listing/built-page.ts';
import { collectionPage } from '#server/listing/collection-page.ts';
import { isListed } from '#server/listing/is-listed.ts';

/**
 * The page of a category or collection added since the last build, or the error page. netlify.toml rewrites addresses
 * without a built page to here: Netlify passes on the original address, its dev server the rewritten one, and both end in
 * the id.
 */
export default async function getCategoryPage(request: Request): Promise<Response> {
  const [id = ''] = new URL(request.url).pathname.split('/').filter(Boolean).slice(-1);
  const { listed, collection, until } = await isListed(id);
  const fill = (html: string) => (collection === null ? html : collectionPage(html, collection));
  return listed
    ? builtPage(request, { path: '/arrivals/category/', status: 200, until, fill })
    : builtPage(request, { path: '/404.html', status: 404, until });
}
