import * as z from 'zod';

/** Words and picture of a page in search results and shared links; null for the default. */
export const SearchWords = z.object({
  /** Without the brand. */
  search_title: z.string().nullable(),
  search_description: z.string().nullable(),
  /** Picture of shared links: a path of the site, or a URL in the shop's storage. */
  share_picture: z.string().nullable(),
});
export type SearchWords = z.infer<typeof SearchWords>;

/** No words of its own. */
export const noSearchWords: SearchWords = {
  search_title: null,
  search_description: null,
  share_picture: null,
};

/** The same without other fields. */
export function searchWordsOf(page: SearchWords): SearchWords {
  const { search_title, search_description, share_picture } = page;
  return { search_title, search_description, share_picture };
}
