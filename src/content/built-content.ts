import { getEntry } from 'astro:content';
import { Content } from '#domain/site-content/content.ts';
import type { Announcement, ContentKey, PageText } from '#domain/site-content/content.ts';
import type { SearchKey } from '#domain/site-content/search-keys.ts';

/** Content of one kind as of the build, with the HTML of its Markdown. */
async function builtContent<Key extends ContentKey>(key: Key) {
  const entry = await getEntry('content', key);
  if (!entry) throw new Error(`The database has no content “${key}”. Is it migrated?`);
  return entry.data;
}

export async function homeContent() {
  const [hero, tiles, featured] = await Promise.all([
    builtContent('hero'),
    builtContent('tiles'),
    builtContent('featured'),
  ]);
  return {
    hero: Content.shape.hero.parse(hero.value),
    tiles: Content.shape.tiles.parse(tiles.value),
    featured: Content.shape.featured.parse(featured.value),
    /** The story as HTML. */
    story: featured.html[0] ?? '',
  };
}

/** The tile of the listing of all products; null for none. */
export async function listingTile() {
  return Content.shape.listing.parse((await builtContent('listing')).value).tile;
}

export async function launchContent(): Promise<Content['launch']> {
  return Content.shape.launch.parse((await builtContent('launch')).value);
}

/** The questions with their answers, as Markdown and as HTML. */
export async function faqContent(): Promise<{ question: string; answer: string; html: string }[]> {
  const { value, html } = await builtContent('faq');
  const { questions } = Content.shape.faq.parse(value);
  return questions.map(({ question, answer }, index) => ({
    question,
    answer,
    html: html[index] ?? '',
  }));
}

/** A legal text or the contact page, with its text as HTML. */
export async function textContent(
  key: 'terms' | 'returns' | 'privacy' | 'contact',
): Promise<PageText & { html: string }> {
  const { value, html } = await builtContent(key);
  return { ...Content.shape[key].parse(value), html: html[0] ?? '' };
}

/** A page's words in search results and shared links; undefined for the default. */
export async function searchContent(key: SearchKey) {
  const { value } = await builtContent(key);
  const { search_title, search_description, share_picture } = Content.shape[key].parse(value);
  return {
    title: search_title || undefined,
    description: search_description || undefined,
    picture: share_picture || undefined,
  };
}

/** The announcement above all pages; null if there is none or it has expired. */
export async function announcement(): Promise<Announcement | null> {
  const entry = await getEntry('content', 'announcement');
  if (!entry) return null;
  const announced = Content.shape.announcement.parse(entry.data.value);
  const over = announced.until !== null && Date.parse(announced.until) <= Date.now();
  return announced.text === '' || over ? null : announced;
}
