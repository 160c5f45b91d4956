import type { APIRoute } from 'astro';
import { allProducts } from '#content/built-catalogue.ts';
import { domesticRate, taxPercent } from '#content/built-charges.ts';
import { company } from '#company';
import { merchantItem } from '#seo/merchant-item.ts';
import { textElement, xmlAnswer } from '#seo/xml.ts';

/** Every colour of every product for Google Merchant Center: https://support.google.com/merchants/answer/7052112 */
export const GET: APIRoute = async ({ site }) => {
  const surroundings = { site, tax: await taxPercent(), delivery: await domesticRate() };
  const items = (await allProducts()).flatMap((product) =>
    product.color_variants.flatMap((variant) => merchantItem(product, variant, surroundings) ?? []),
  );
  return xmlAnswer([
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">',
    '<channel>',
    textElement('title', company.brand),
    textElement('link', new URL('/', site).href),
    textElement('description', `Every ${company.brand} piece in every colour.`),
    ...items,
    '</channel>',
    '</rss>',
  ]);
};
