import * as z from 'zod';
import { LONGEST, SLUG } from '../catalogue/catalogue-rules.ts';
import { shopRoutes } from '../enums.ts';
import { visibleText } from '../basics/plain-line.ts';
import {
  Focus,
  line,
  markdown,
  picture,
  REQUIRED,
  requiredLine,
  Search,
} from './content-fields.ts';

/** Maximum number of products in a block. */
export const MOST_PRODUCTS = 12;

const TextBlock = z.object({ type: z.literal('text'), text: markdown(20_000) });

export const PictureBlock = z.object({
  type: z.literal('picture'),
  picture,
  focus: Focus,
  alt: requiredLine(200),
  /** Below the picture; empty for none. */
  caption: line(200),
});

const ProductsBlock = z.object({
  type: z.literal('products'),
  /** Empty for none. */
  heading: line(60),
  /** Slugs; a product that is not in the shop is left out. */
  products: z
    .array(z.string().max(LONGEST.slug))
    .min(1, 'Choose at least one product.')
    .max(MOST_PRODUCTS, `At most ${MOST_PRODUCTS} products.`),
});

const QuoteBlock = z.object({
  type: z.literal('quote'),
  text: z
    .string(REQUIRED)
    .overwrite(visibleText)
    .trim()
    .min(1, REQUIRED)
    .max(400, 'At most 400 characters.'),
  /** Empty for none. */
  source: line(100),
});

export const Block = z.discriminatedUnion('type', [
  TextBlock,
  PictureBlock,
  ProductsBlock,
  QuoteBlock,
]);
export type Block = z.infer<typeof Block>;
export type BlockType = Block['type'];

/** Whether the shop itself uses the first segment of a path. */
export function isShopRoute(segment: string): boolean {
  const wanted = segment.toLowerCase();
  return shopRoutes.some((route) => route === wanted);
}

/** Whether a slug looks like a path of the shop: robots like robots.txt, netlify like .netlify (is_reserved_slug in SQL). */
function isReservedSlug(slug: string): boolean {
  return shopRoutes.some((route) => route.replaceAll(/^[._]|(?<=.)\..*$/g, '') === slug);
}

/** A page that marketers make, at `/{slug}` (supabase/schemas/catalogue/own_pages.sql). */
export const OwnPage = z.object({
  slug: z
    .string(REQUIRED)
    .trim()
    .min(1, REQUIRED)
    .max(60, 'At most 60 characters.')
    .regex(SLUG, 'Use lower-case letters, digits and hyphens only, such as “size-guide”.')
    .refine((slug) => !isReservedSlug(slug), 'The shop uses this address itself.'),
  title: requiredLine(60),
  blocks: z.array(Block).min(1, 'Add at least one block.').max(40, 'At most 40 blocks.'),
  /** Whether the menu lists it. */
  menu: z.boolean(),
  /** Whether the footer lists it. */
  footer: z.boolean(),
  /** Order among the pages in menu and footer, smallest first. */
  place: z.int().min(0).max(10_000),
  /** Day of an entry of the journal (`2026-11-25`); null for other pages. */
  entry: z.iso.date('Not a valid date.').nullable(),
  ...Search.shape,
});
export type OwnPage = z.infer<typeof OwnPage>;

/** Own pages in the order of menu and footer. */
export function inPlace<Page extends Pick<OwnPage, 'place' | 'title'>>(
  pages: readonly Page[],
): Page[] {
  return pages.toSorted((a, b) => a.place - b.place || a.title.localeCompare(b.title));
}

/** Entries of the journal, newest first. */
export function journalOf<Page extends Pick<OwnPage, 'entry' | 'title'>>(
  pages: readonly Page[],
): Page[] {
  return pages
    .filter(({ entry }) => entry !== null)
    .toSorted(
      (a, b) => String(b.entry).localeCompare(String(a.entry)) || a.title.localeCompare(b.title),
    );
}

/** Path of the list of all entries, which is a page once there are two. */
export const JOURNAL = '/journal';

/** The first picture of a page; undefined without one. */
export function firstPicture({ blocks }: Pick<OwnPage, 'blocks'>): string | undefined {
  return blocks.flatMap((block) => (block.type === 'picture' ? block.picture : []))[0];
}

/** The first text of a page, in Markdown; '' without one. */
export function firstText({ blocks }: Pick<OwnPage, 'blocks'>): string {
  return blocks.flatMap((block) => (block.type === 'text' ? block.text : []))[0] ?? '';
}
