import * as z from 'zod';
import type { DutyRules } from '../countries/duties.ts';
import { visibleText } from '../basics/plain-line.ts';
import { ListingTile } from './listing-tile.ts';
import { searchKeys } from './search-keys.ts';
import { eachOf } from '../basics/each-of.ts';
import {
  Focus,
  line,
  markdown,
  optionalLink,
  picture,
  REQUIRED,
  requiredLine,
  Search,
} from './content-fields.ts';

const Hero = z
  .object({
    picture,
    alt: line(200),
    focus: Focus,
    /** Words over the picture; empty for none. */
    text: line(120),
    /** Text of a button below them; empty for none. */
    button: line(30),
    link: optionalLink,
  })
  .superRefine(({ button, link }, context) => {
    if ((button === '') === (link === '')) return;
    const missing = button === '' ? 'button' : 'link';
    const message = 'The button needs both a text and a link.';
    context.addIssue({ code: 'custom', path: [missing], message });
  });

const Tile = z.object({
  /** Slug of the linked category; all products if empty or no longer in the shop. */
  category: z.string().max(100),
  /** A link in place of the category, such as to a product; empty for the category. */
  link: optionalLink,
  title: requiredLine(60),
  description: requiredLine(120),
  picture,
  focus: Focus,
});

const Tiles = z.object({
  heading: requiredLine(60),
  subtitle: line(120),
  tiles: z.array(Tile).length(4, 'There are four tiles.'),
});

const Featured = z.object({
  heading: requiredLine(60),
  /** A headline of one to four lines. */
  headline: z
    .string(REQUIRED)
    .overwrite(visibleText)
    .trim()
    .min(1, REQUIRED)
    .max(120, 'At most 120 characters.')
    .refine((text) => text.split('\n').length <= 4, 'At most four lines.'),
  text: markdown(2000),
  slogan: line(60),
  picture,
  alt: requiredLine(200),
  focus: Focus,
});

/** The listing of all products. */
const Listing = z.object({ tile: ListingTile.nullable() });

const moment = z.iso.datetime({ offset: true, error: 'Not a valid time.' }).nullable();

const Announcement = z
  .object({
    /** Empty for no announcement. */
    text: line(120),
    link: optionalLink,
    /** ISO 8601; null means immediately. */
    from: moment,
    /** ISO 8601; null means until removed. */
    until: moment,
  })
  .refine(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until), {
    path: ['until'],
    message: 'It ends before it begins.',
  });
export type Announcement = z.infer<typeof Announcement>;

const Launch = z.object({
  headline: requiredLine(60),
  text: requiredLine(160),
  picture,
  focus: Focus,
  /** The countdown's target, ISO 8601; null for no countdown. Public. */
  opens: moment,
  /** Heading above the countdown; '' for the default. */
  opens_heading: line(60),
});

const Faq = z.object({
  questions: z
    .array(z.object({ question: requiredLine(150), answer: markdown(5000) }))
    .min(1, 'At least one question.')
    .max(40, 'At most 40 questions.'),
});

/** The contact page, or a legal text. */
const PageText = z.object({
  title: requiredLine(60),
  /** The effective date of a legal text (`2024-10-07`); null without one. */
  effective: z.iso.date('Not a valid date.').nullable(),
  text: markdown(60_000),
});
export type PageText = z.infer<typeof PageText>;

/** All page content besides the catalogue, by kind (supabase/schemas/catalogue/content.sql). */
export const Content = z.object({
  hero: Hero,
  tiles: Tiles,
  featured: Featured,
  listing: Listing,
  announcement: Announcement,
  launch: Launch,
  faq: Faq,
  terms: PageText,
  returns: PageText,
  privacy: PageText,
  contact: PageText,
  ...eachOf(searchKeys, () => Search),
});
export type Content = z.infer<typeof Content>;
export type ContentKey = keyof Content;
/** The texts of a version of the terms, to which a contract refers. */
export type TermsTexts = Pick<Content, 'terms' | 'returns' | 'privacy'> & { duties: DutyRules };

/** Every kind, in the order of the studio's menu. */
export const contentKeys = Content.keyof().options;

function change<Value extends z.ZodType>(value: Value) {
  // The value seen may have an older shape; it is only compared.
  return z.object({ seen: z.record(z.string(), z.json()).optional(), now: value }).optional();
}

/**
 * A release's content changes: `{ key: { seen, now } }`. `seen` is the value the editor started from; a
 * change by another editor since then is a conflict.
 */
export const ContentChanges = z.strictObject({
  hero: change(Hero),
  tiles: change(Tiles),
  featured: change(Featured),
  listing: change(Listing),
  announcement: change(Announcement),
  launch: change(Launch),
  faq: change(Faq),
  terms: change(PageText),
  returns: change(PageText),
  privacy: change(PageText),
  contact: change(PageText),
  ...eachOf(searchKeys, () => change(Search)),
});
export type ContentChanges = z.infer<typeof ContentChanges>;
