import type { APIRoute } from 'astro';
import { allCategories, allProducts, categoryAddress } from '../catalogue.ts';

const PAGES = [
  '/',
  '/all-products',
  '/contact-us',
  '/Faqs',
  '/privacypolicy',
  '/termsandconditions',
  '/returnpolicy',
];

/** The addresses that search engines should know: https://www.sitemaps.org/protocol.html */
export const GET: APIRoute = async ({ site }) => {
  const categories = await allCategories();
  const products = await allProducts();
  const paths = [
    ...PAGES,
    ...categories.map(categoryAddress),
    ...products.map(({ id }) => `/product-details/${id}`),
  ];
  const urls = paths.map((path) => `  <url><loc>${new URL(path, site).href}</loc></url>`);
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
  return new Response(body, { headers: { 'Content-Type': 'application/xml' } });
};
