import { entryDay } from '#domain/site-content/entry-day.ts';
import type { Block, OwnPage } from '#domain/site-content/own-page.ts';
import type { ChangedField } from '../pages/changed-fields.ts';
import { changedLines } from '../pages/changed-lines.ts';

/** A block in words. */
function textOf(block: Block): string {
  if (block.type === 'text') return block.text;
  if (block.type === 'quote') return `“${block.text}”${block.source && ` (${block.source})`}`;
  if (block.type === 'products')
    return `[Products: ${[block.heading, block.products.join(', ')].filter(Boolean).join(': ')}]`;
  return `[Picture: ${[block.alt, block.caption].filter(Boolean).join('; ')}]`;
}

const labels = {
  title: 'Title',
  slug: 'Address',
  menu: 'In the menu',
  footer: 'In the footer',
  place: 'Place',
  entry: 'Entry of the journal, of',
  search_title: 'Title for search engines',
  search_description: 'Description for search engines',
} as const satisfies Partial<Record<keyof OwnPage, string>>;

function wordsOf(field: keyof typeof labels, page: OwnPage | null): string {
  if (!page) return '';
  const value = page[field];
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'slug') return `/${String(value)}`;
  if (field === 'place') return String(page.place + 1);
  return field === 'entry' && page.entry ? entryDay(page.entry) : String(value ?? '');
}

function picturesIn(page: OwnPage | null) {
  const blocks = page?.blocks ?? [];
  return blocks.flatMap((block) =>
    block.type === 'picture' ? { picture: block.picture, focus: block.focus } : [],
  );
}

function pictureFields(was: OwnPage | null, now: OwnPage | null): ChangedField[] {
  const [before, after] = [picturesIn(was), picturesIn(now)];
  const places = Array.from({ length: Math.max(before.length, after.length) }, (_, place) => place);
  return places.flatMap((place): ChangedField[] => {
    const [one, other] = [before[place] ?? null, after[place] ?? null];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    return [{ label: `Picture ${place + 1}`, kind: 'picture', was: one, now: other }];
  });
}

function textIn(page: OwnPage | null): string {
  return (page?.blocks ?? []).map(textOf).join('\n\n');
}

function share(page: OwnPage | null) {
  return page?.share_picture ? { picture: page.share_picture } : null;
}

/** Changed fields of a page, labelled as in its form. @param was null if it is new. @param now null if it goes. */
export function changedPageFields(was: OwnPage | null, now: OwnPage | null): ChangedField[] {
  const words = Object.entries(labels).flatMap(([field, label]): ChangedField[] => {
    const name = field as keyof typeof labels;
    // A new page comes last.
    if (name === 'place' && !(was && now)) return [];
    const [before, after] = [wordsOf(name, was), wordsOf(name, now)];
    return before === after ? [] : [{ label, kind: 'words', was: before, now: after }];
  });
  const lines = textIn(was) === textIn(now) ? [] : changedLines(textIn(was), textIn(now));
  const [before, after] = [share(was), share(now)];
  return [
    ...words,
    ...lines.map(({ was: gone, now: come }): ChangedField => ({
      label: 'Content',
      kind: 'words',
      was: gone,
      now: come,
    })),
    ...pictureFields(was, now),
    ...(before?.picture === after?.picture
      ? []
      : [{ label: 'Picture of shared links', kind: 'picture', was: before, now: after } as const]),
  ];
}
