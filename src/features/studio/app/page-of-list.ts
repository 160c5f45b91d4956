/** The list of the things of which a page shows one. */
const lists: Readonly<Record<string, string>> = {
  product: 'products',
  category: 'categories',
  release: 'releases',
};

/** The list to which a page of the catalogue belongs; `undefined` for any other page. */
export function listOfPage(page: string): string | undefined {
  return lists[page];
}
