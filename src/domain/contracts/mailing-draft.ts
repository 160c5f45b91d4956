/** A mailing draft. Separate from content that may be sent, whose validation reads Markdown. */
import * as z from 'zod';
import { rowId } from './fields.ts';

/** Products that a mailing may show. */
export const mostMailedProducts = 4;

const draftText = (max: number) => z.string().max(max, `Use at most ${max} characters.`);

/** Recipients of a mailing: all subscribers, or some by what they bought (`mailing_people`). */
const Segment = z.object({
  /** Whether the rest must have been bought, or must not; empty for everybody. */
  bought: z.enum(['', 'yes', 'no']),
  /** From this category; null for any. */
  category: rowId.nullable(),
  /** Sent to this country; empty for any. */
  country: z.string().regex(/^(?:[A-Z]{2})?$/, 'Not a country.'),
});
export type Segment = z.infer<typeof Segment>;

/** Everybody on the list. */
export const everybody: Segment = { bought: '', category: null, country: '' };

/** A mailing draft: anything may still be missing. */
export const MailingDraft = z.object({
  subject: draftText(120),
  /** Preview text, shown beside the subject in lists of e-mails. */
  preheader: draftText(150),
  heading: draftText(120),
  /** Markdown: paragraphs, headings, lists, bold, italic, links. */
  text: draftText(8000),
  /** A picture of the shop's own, a path of its site, or an https address; empty for none. */
  picture: draftText(500),
  pictureAlt: draftText(200),
  buttonLabel: draftText(40),
  /** A path of the shop's own, or an https address; empty for none. */
  buttonHref: draftText(500),
  segment: Segment.default(everybody),
  products: z
    .array(rowId)
    .max(mostMailedProducts, `Show at most ${mostMailedProducts} products.`)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'A product is there twice.' }),
});

export type MailingDraft = z.infer<typeof MailingDraft>;
