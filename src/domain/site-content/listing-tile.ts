import type * as z from 'zod';
import { optionalLink, REQUIRED } from './content-fields.ts';
import { PictureBlock } from './own-page.ts';

/** A wide picture with a link among the cards of a listing. */
export const ListingTile = PictureBlock.omit({ type: true }).extend({
  link: optionalLink.min(1, REQUIRED),
});
export type ListingTile = z.infer<typeof ListingTile>;
