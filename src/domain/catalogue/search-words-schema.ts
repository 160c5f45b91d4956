import * as z from 'zod';
import type { SearchWords } from './search-words.ts';

/** In a file of its own, because a function that renders pages would load zod for the words alone. */
export const searchWordsSchema = z.object({
  search_title: z.string().nullable(),
  search_description: z.string().nullable(),
  share_picture: z.string().nullable(),
} satisfies Record<keyof SearchWords, z.ZodType>);
