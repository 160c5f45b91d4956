import type { Loader, LoaderContext } from 'astro/loaders';
import { z } from 'astro/zod';
import { Content } from '#domain/site-content/content.ts';
import type { ContentKey } from '#domain/site-content/content.ts';
import { isRecord } from '#domain/basics/record.ts';
import { fewRows } from './supabase-rows.ts';

const Row = z.object({ key: z.string(), value: z.unknown() });

/** Skips a missing announcement: the build cannot see one scheduled for later. */
const Visible = Content.partial({ announcement: true });

/** The Markdown texts in a value, in page order. */
function markdownIn(value: unknown): string[] {
  if (!isRecord(value)) return [];
  const { text, questions } = value;
  if (Array.isArray(questions)) return questions.map(({ answer }) => String(answer));
  return typeof text === 'string' ? [text] : [];
}

/** Kinds of content with Markdown texts. */
const inMarkdown = new Set<string>([
  'featured',
  'faq',
  'terms',
  'returns',
  'privacy',
  'contact',
] satisfies ContentKey[]);

/** The database's page content by key, not yet validated. */
export async function readContent(): Promise<Record<string, unknown>> {
  const rows = await fewRows('site_content', Row);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

async function load({
  store,
  parseData,
  generateDigest,
  renderMarkdown,
}: LoaderContext): Promise<void> {
  const checked = Visible.safeParse(await readContent());
  if (!checked.success) {
    throw new Error(`The pages' content cannot be shown:\n${z.prettifyError(checked.error)}`);
  }
  const entries = Object.entries(checked.data);
  const keys = new Set(entries.map(([key]) => key));
  for (const id of store.keys()) if (!keys.has(id)) store.delete(id);
  for (const [key, value] of entries) {
    const texts = inMarkdown.has(key) ? markdownIn(value) : [];
    const rendered = await Promise.all(texts.map((text) => renderMarkdown(text)));
    const entry = { value, html: rendered.map(({ html }) => html) };
    const data = await parseData({ id: key, data: entry });
    store.set({ id: key, data, digest: generateDigest(data) });
  }
}

/**
 * Page texts and pictures, read from Supabase at build time, with their Markdown rendered. If a field is
 * invalid, loading fails and names it.
 */
export const contentLoader: Loader = { name: 'supabase-content', load };
