/** Words and picture of a page in search results and shared links; null for the default. */
export interface SearchWords {
  /** Without the brand. */
  search_title: string | null;
  search_description: string | null;
  /** Picture of shared links: a path of the site, or a URL in the shop's storage. */
  share_picture: string | null;
}

/** No words of its own. */
export const noSearchWords: SearchWords = {
  search_title: null,
  search_description: null,
  share_picture: null,
};

/** The search words alone of an object with more fields. */
export function searchWordsOf(page: SearchWords): SearchWords {
  const { search_title, search_description, share_picture } = page;
  return { search_title, search_description, share_picture };
}
