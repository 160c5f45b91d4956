import * as z from 'zod';
import { isShopPicture } from '../paths/shop-picture.ts';
import { LONGEST } from '../catalogue/catalogue-rules.ts';
import { visibleLine, visibleText } from '../basics/plain-line.ts';
import { isSafeLink } from '../basics/safe-link.ts';
import { markdownFault } from './markdown.ts';

/** Message for an empty field. */
export const REQUIRED = 'This field is required.';

/** A single line of text. @param most maximum characters. */
export function line(most: number) {
  return z
    .string(REQUIRED)
    .overwrite(visibleLine)
    .trim()
    .max(most, `At most ${most} characters.`)
    .refine((text) => !text.includes('\n'), 'Use one line.');
}

/** A line of text that must not be empty. @param most characters. */
export function requiredLine(most: number) {
  return line(most).min(1, REQUIRED);
}

/** A text of several paragraphs, in Markdown. */
export function markdown(most: number) {
  return z
    .string(REQUIRED)
    .overwrite(visibleText)
    .trim()
    .min(1, REQUIRED)
    .max(most, `At most ${most} characters.`)
    .superRefine((text, context) => {
      const fault = markdownFault(text);
      if (fault !== null) context.addIssue({ code: 'custom', message: fault });
    });
}

/** A picture of the shop's own. */
export const picture = z.string(REQUIRED).max(500).refine(isShopPicture, 'Choose a picture.');

const percent = z.int().min(0).max(100);

/** The part of a picture that stays visible when it is cropped, in per cent from the left and the top. */
export const Focus = z.object({ x: percent, y: percent });
export type Focus = z.infer<typeof Focus>;

/** The centre of a picture. */
export const CENTRE: Focus = { x: 50, y: 50 };

/** Focal points of a heading's picture, which screens crop differently. */
export const HeadingFocus = z.object({ wide: Focus, phone: Focus });
export type HeadingFocus = z.infer<typeof HeadingFocus>;

/** Empty for no link. */
export const optionalLink = z
  .string()
  .trim()
  .max(500, 'At most 500 characters.')
  .refine(
    (address) => address === '' || isSafeLink(address),
    'A path of this shop like /all-products, or an address that begins with https://.',
  );

/** A page in search results and shared links; empty for the default. */
export const Search = z.object({
  /** Without the brand. */
  search_title: line(LONGEST.search_title),
  search_description: line(LONGEST.search_description),
  /** Picture of shared links. */
  share_picture: z.union([z.literal(''), picture]),
});
