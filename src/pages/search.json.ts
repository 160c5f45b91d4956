import type { APIRoute } from 'astro';
import { allCategories, allProducts } from '#content/built-catalogue.ts';
import { writeSearchFile } from '#domain/search/search-file.ts';

/** The search index that the search dialog loads when it opens. */
export const GET: APIRoute = async () =>
  new Response(writeSearchFile(await allProducts(), await allCategories()), {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });
