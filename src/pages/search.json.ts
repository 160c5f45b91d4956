import type { APIRoute } from 'astro';
import { allCategories, allProducts } from '#content/built-catalogue.ts';
import { writeSearchFile } from '#domain/search/search-file.ts';

/** What the search box loads when it opens: every product in few words. */
export const GET: APIRoute = async () =>
  new Response(writeSearchFile(await allProducts(), await allCategories()), {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });
