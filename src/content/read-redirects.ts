import { z } from 'astro/zod';
import { JOURNAL, journalOf } from '#domain/site-content/own-page.ts';
import { fewRows } from './supabase-rows.ts';

const Row = z.object({ from_path: z.string(), to_path: z.string() });
const Page = z.object({
  value: z.object({ slug: z.string(), title: z.string(), entry: z.string().nullable() }),
});

/** All redirects of the shop. The journal's address leads to its only entry, while it has no list. */
export async function readRedirects() {
  const [rows, pages] = await Promise.all([fewRows('redirects', Row), fewRows('own_pages', Page)]);
  const [entry, another] = journalOf(pages.map(({ value }) => value));
  return [
    ...rows.map(({ from_path: from, to_path: to }) => ({ from, to, status: 301 })),
    ...(entry && !another ? [{ from: JOURNAL, to: `/${entry.slug}`, status: 302 }] : []),
  ];
}
