import type { APIRoute } from 'astro';
import { allProducts, withAttributes } from '#content/built-catalogue.ts';
import { domesticRate, taxPercent } from '#content/built-charges.ts';
import { company } from '#company';
import { merchantItem } from '#domain/feeds/merchant-item.ts';
import { textElement, xmlAnswer } from '#domain/feeds/xml.ts';

/**
 * Every colour of every product as of the build, for Google Merchant Center; served by a function at
 * /merchant-feed.xml: https://support.google.com/merchants/answer/7052112
 */
export const GET: APIRoute = async ({ site }) => {
  const surroundings = { site, tax: await taxPercent(), delivery: await domesticRate() };
  const described = await Promise.all((await allProducts()).map(withAttributes));
  const items = described.flatMap((product) =>
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
