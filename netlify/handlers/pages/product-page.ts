import { partOf } from '#integrations/part-of-page.ts';
import { catalogueCaching, productPageCaching } from '#server/answer.ts';
import { builtPage } from '#server/listing/built-page.ts';
import { leftMarkdown, leftPage } from '#server/listing/left-product.ts';
import { productTwin } from '#server/listing/product-twin.ts';
import { fillProductPage } from '#server/product-page/fill-product-page.ts';
import { readProductPage } from '#server/product-page/read-product-page.ts';
import { siteOrigin } from '#server/site-origin.ts';

function markdownAnswer(markdown: string, status: number, until: string | null): Response {
  return new Response(markdown, {
    status,
    headers: {
      'Content-Type': 'text/markdown; charset=utf-8',
      // Search engines should index the page itself.
      'X-Robots-Tag': 'noindex',
      ...catalogueCaching(until, undefined, 0),
    },
  });
}

/** The name of the build that a page is of (src/integrations/page-parts.ts). */
function buildOf(html: string): string | null {
  return /<html[^>]* data-build="([^"]*)"/.exec(html)?.[1] ?? null;
}

/**
 * The page of a product that the build wrote none for, its part (`part.html`), any product's page as Markdown, a notice
 * that a product has left the shop (410), or the error page. netlify.toml rewrites addresses without a built file to here.
 */
export default async function getProductPage(request: Request): Promise<Response> {
  const names = new URL(request.url).pathname.split('/').filter(Boolean);
  const isPart = names.at(-1) === 'part.html';
  const name = names.at(isPart ? -2 : -1) ?? '';
  const isTwin = name.endsWith('.md');
  const { shown, left, until } = await readProductPage(
    isTwin ? name.slice(0, -'.md'.length) : name,
  );
  const site = new URL(siteOrigin(request));
  if (left) {
    if (isTwin) return markdownAnswer(leftMarkdown(left, site), 410, until);
    const fill = (html: string) => leftPage(html, left);
    return builtPage(request, { path: '/arrivals/left/', status: 410, until, fill });
  }
  if (!shown) return builtPage(request, { path: '/404.html', status: 404, until });
  if (isTwin) return markdownAnswer(await productTwin(shown.described, site), 200, until);
  const fill = (template: string) => {
    const html = fillProductPage(template, shown, site);
    return isPart ? partOf(html, buildOf(html)) : html;
  };
  const caching = {
    ...productPageCaching(until),
    ...(isPart && { 'X-Robots-Tag': 'noindex' }),
  };
  return builtPage(request, { path: '/arrivals/product/', status: 200, until, fill, caching });
}
