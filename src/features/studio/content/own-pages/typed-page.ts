import * as z from 'zod';
import { DraftVersion, newDraft } from '../../releases/edits/theirs.ts';
import { slugOf } from '#domain/names/slug-of.ts';
import { Focus } from '#domain/site-content/content-fields.ts';
import { type Block, type BlockType, OwnPage } from '#domain/site-content/own-page.ts';
import type { Faults } from '../../kit/form/Field.tsx';

const text = z.string();

/** Blocks as typed, valid or not. */
const AnyBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.literal('picture'), picture: text, focus: Focus, alt: text, caption: text }),
  z.object({ type: z.literal('products'), heading: text, products: z.array(text) }),
  z.object({ type: z.literal('quote'), text, source: text }),
]) satisfies z.ZodType<Block>;

const TypedBlock = z.object({
  /** Stays the same while the block is moved. */
  id: z.string(),
  block: AnyBlock,
});
export type TypedBlock = z.infer<typeof TypedBlock>;

/** The form of a page. */
export const TypedPage = z.object({
  form: DraftVersion,
  id: z.string(),
  /** The page in the shop when editing began; null for a new one. */
  was: OwnPage.nullable(),
  page: z.object({
    slug: text,
    title: text,
    menu: z.boolean(),
    footer: z.boolean(),
    place: z.int(),
    entry: text.nullable(),
    search_title: text,
    search_description: text,
    share_picture: text,
  }),
  blocks: z.array(TypedBlock),
  /** Whether the slug was typed, so that it does not follow the title. */
  hasOwnSlug: z.boolean(),
  /** Whether a changed address is redirected. */
  redirects: z.boolean(),
  /** Whether the page leaves the shop. */
  removed: z.boolean(),
  /** Path to which its address then leads; '' for none. */
  leadsTo: z.string(),
});
export type TypedPage = z.infer<typeof TypedPage>;

const emptyBlocks: { [Type in BlockType]: () => Extract<Block, { type: Type }> } = {
  text: () => ({ type: 'text', text: '' }),
  picture: () => ({
    type: 'picture',
    picture: '',
    focus: { x: 50, y: 50 },
    alt: '',
    caption: '',
  }),
  products: () => ({ type: 'products', heading: '', products: [] }),
  quote: () => ({ type: 'quote', text: '', source: '' }),
};

/** A new block without any input. */
export function newBlock(type: BlockType): TypedBlock {
  return { id: crypto.randomUUID(), block: emptyBlocks[type]() };
}

function emptyPage(place: number): OwnPage {
  return {
    slug: '',
    title: '',
    blocks: [emptyBlocks.text()],
    menu: false,
    footer: true,
    place,
    entry: null,
    search_title: '',
    search_description: '',
    share_picture: '',
  };
}

interface Begun {
  id: string;
  /** The page in the shop; null if it is new. */
  was: OwnPage | null;
  /** The page in a draft, if it is in one; null if the draft removes it. */
  now?: OwnPage | null;
  /** Order of a new page. */
  place?: number;
  form?: TypedPage['form'];
}

/** A page as a form shows it. */
export function typedPage({ id, was, now = was, place = 0, form }: Begun): TypedPage {
  const { blocks, ...page } = now ?? was ?? emptyPage(place);
  return {
    form: form ?? newDraft(),
    id,
    was,
    page,
    blocks: blocks.map((block) => ({ id: crypto.randomUUID(), block })),
    hasOwnSlug: (now ?? was) !== null,
    redirects: true,
    removed: was !== null && now === null,
    leadsTo: '',
  };
}

/** The page of a form, valid or not. */
export function pageOf({ id, page, blocks, hasOwnSlug }: TypedPage): OwnPage {
  const made = page.title.trim() && (slugOf(page.title) || `page-${id.slice(0, 8)}`);
  return {
    ...page,
    slug: hasOwnSlug ? page.slug.trim() : made.slice(0, 60).replace(/-$/, ''),
    blocks: blocks.map(({ block }) => block),
  };
}

/** Validation errors by field. @param others slugs of the other pages. */
export function pageFaults(typed: TypedPage, others: readonly string[]): Faults {
  if (typed.removed) return new Map();
  const page = pageOf(typed);
  const { error } = OwnPage.safeParse(page);
  const faults = new Map(
    error?.issues.toReversed().map(({ path, message }) => [path.join('.'), message]),
  );
  if (page.title.trim() !== '' && !faults.has('slug') && others.includes(page.slug))
    faults.set('slug', 'Another page has this address.');
  return faults;
}
