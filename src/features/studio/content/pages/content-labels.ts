import { eachOf } from '#domain/basics/each-of.ts';
import type { Content, ContentKey } from '#domain/site-content/content.ts';
import { searchKeys } from '#domain/site-content/search-keys.ts';

const text = {
  title: 'Title',
  effective: 'Takes effect',
  text: 'Text',
} as const;

const searchLabels = {
  search_title: 'Title',
  search_description: 'Description',
  share_picture: 'Picture of shared links',
} as const;

/** Field labels by kind of content; `itemLabels` follow the name of a list item. */
export const contentLabels = {
  hero: {
    picture: 'Picture at the top',
    alt: 'Alt text of the picture',
    text: 'Words over the picture',
    button: 'Button',
    link: 'Link of the button',
  },
  tiles: { heading: 'Heading', subtitle: 'Beside it' },
  featured: {
    heading: 'Heading',
    headline: 'Headline',
    text: 'Story',
    slogan: 'Slogan',
    picture: 'Picture of the story',
    alt: 'Alt text of the story’s picture',
  },
  listing: {},
  announcement: { text: 'Announcement', link: 'Link', from: 'From', until: 'Until' },
  launch: {
    headline: 'Headline',
    text: 'Text',
    picture: 'Picture',
    opens: 'Counts down to',
    opens_heading: 'Heading of the countdown',
  },
  faq: {},
  terms: text,
  returns: text,
  privacy: text,
  contact: text,
  ...eachOf(searchKeys, () => searchLabels),
} as const satisfies { [Key in ContentKey]: Partial<Record<keyof Content[Key], string>> };

/** Labels of a listing's tile, as in its form. */
export const tileLabels = {
  picture: 'Tile',
  alt: 'Tile: alt text',
  caption: 'Tile: caption',
  link: 'Tile: link',
} as const;

const itemLabels = {
  tiles: {
    name: 'Tile',
    parts: {
      picture: '',
      category: ' link',
      link: ': another link',
      title: ': title',
      description: ': description',
    },
  },
  questions: { name: 'Question', parts: { question: '', answer: ': answer' } },
} as const;

type Items = typeof itemLabels;

/** “Tile 2” */
export function itemName(list: keyof Items, index: number): string {
  return `${itemLabels[list].name} ${index + 1}`;
}

/** Field labels of an item: “Tile 2: title”. */
export function itemTexts<List extends keyof Items>(list: List, index: number) {
  const { parts }: { parts: Readonly<Record<string, string>> } = itemLabels[list];
  return Object.fromEntries(
    Object.entries(parts).map(([field, rest]) => [field, itemName(list, index) + rest]),
  );
}
