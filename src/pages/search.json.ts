import type { APIRoute } from 'astro';
import { searchFiles } from '#content/search-files.ts';

/** The first search file, which the search dialog loads when it opens. */
export const GET: APIRoute = async () => {
  const [first] = await searchFiles();
  return new Response(first, {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });
};
