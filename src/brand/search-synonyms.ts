/** Synonyms for products of the shop: the words of shoppers, and the shop's own, both in the singular. */
export const searchSynonyms: Readonly<Record<string, string>> = {
  bobble: 'beanie',
  burgundy: 'red',
  cap: 'trucker',
  claret: 'red',
  eyewear: 'sunglasses',
  gents: 'men',
  glasses: 'sunglasses',
  ladies: 'women',
  maroon: 'red',
  scarve: 'scarf',
  shades: 'sunglasses',
  specs: 'sunglasses',
  toque: 'beanie',
  tuque: 'beanie',
  wallet: 'holder',
};
