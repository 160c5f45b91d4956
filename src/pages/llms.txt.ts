import type { APIRoute } from 'astro';
import { company, companyLine } from '#brand/company.ts';
import { menuCategories } from '#content/built-catalogue.ts';
import { categoryAddress } from '#domain/paths/category-address.ts';
import { allOwnPages } from '#content/built-own-pages.ts';
import { taxPercent } from '#content/built-charges.ts';
import { MAX_LINKED_LINES, MAX_LINKED_UNITS } from '#domain/cart/cart-link.ts';
import { SHIPPING_COUNTRIES } from '#domain/countries/countries.ts';
import { markdownLine } from '#domain/feeds/plain-markdown.ts';
import { plainListing } from '#domain/catalogue/plain-listing.ts';
import { DELIVERY_IN_SHORT, RETURNS_IN_SHORT } from '#domain/catalogue/promises.ts';
import { brandTexts } from '#brand/texts.ts';

/**
 * A description of the shop with links to its facts, for language models and other programs:
 * https://llmstxt.org
 */
export const GET: APIRoute = async ({ site }) => {
  const link = (name: string, path: string, about = '') =>
    `- [${markdownLine(name)}](${new URL(path, site).href})${about && `: ${about}`}`;
  const own = (await allOwnPages()).map(({ title, slug }) => link(title, `/${slug}`));
  const tax = await taxPercent();
  const prices =
    tax > 0
      ? `Prices are in pounds sterling; each is followed by the price with ${tax}% tax, which a buyer in the United Kingdom pays.`
      : 'Prices are in pounds sterling and include all taxes.';
  const lines = [
    `# ${company.brand}`,
    '',
    `> ${brandTexts.offer(SHIPPING_COUNTRIES.length)} ${prices}`,
    '',
    ...DELIVERY_IN_SHORT.map((sentence) => `- ${sentence}`),
    ...RETURNS_IN_SHORT.map((sentence) => `- ${sentence}`),
    '',
    '## Categories',
    '',
    link('All Products', '/all-products'),
    ...(await menuCategories()).map((category) => link(category.name, categoryAddress(category))),
    '',
    ...(own.length > 0 ? ['## Pages', '', ...own, ''] : []),
    '## Product data',
    '',
    link('Sitemap', '/sitemap.xml', 'every product’s page'),
    link(
      'Merchant feed',
      '/merchant-feed.xml',
      'every colour with price, stock, delivery and pictures, in Google’s format',
    ),
    '- A product’s page, `/product-details/7`, has its facts in schema.org’s terms; `/product-details/7.md` tells them as Markdown, with the stock and price of the moment.',
    `- Listings and search without JavaScript: \`${plainListing('/all-products')}?q=beanie&page=2\`, also with \`sort=price-asc\` or \`price-desc\`, \`price=20 - 50\`, \`category\`, \`colour\` and \`stock=in\`.`,
    '',
    '## Handing over a basket',
    '',
    `- \`/buy/12:1,15:2\`, opened in the shopper’s browser, puts one unit of colour 12 and two of colour 15 into the cart, shows it and stops there: the shopper looks, enters an address and pays. At most ${MAX_LINKED_LINES} colours, ${MAX_LINKED_UNITS} of each.`,
    '- A colour’s number is the `variant` in a product’s Markdown, and the `colour` in its link.',
    '- There is no call that orders or pays for a shopper.',
    '',
    '## Policies',
    '',
    link('Shipping and Returns', '/returnpolicy.md'),
    link('Terms and Conditions', '/termsandconditions.md'),
    link('Privacy Policy', '/privacypolicy.md'),
    link('FAQ', '/Faqs.md'),
    link('Contact', '/contact-us.md', company.email),
    '',
    companyLine(),
    '',
  ];
  return new Response(lines.join('\n'));
};
