/**
 * Our categories in Google's product taxonomy.
 * @see https://www.google.com/basepages/producttype/taxonomy-with-ids.en-GB.txt
 */
const GOOGLE_CATEGORIES: Record<string, number> = {
  'Bucket Hats': 173,
  'Trucker Hats': 173,
  Beanies: 173,
  Sunglasses: 178,
};

/** Apparel & Accessories: true of everything here. */
const ANY = 166;

export function googleCategory(categoryName: string): number {
  return GOOGLE_CATEGORIES[categoryName] ?? ANY;
}

/** Whom a piece is made for, as Google's `gender` says it: our collections name it, the rest is for all. */
export function googleGender(categoryName: string): 'female' | 'male' | 'unisex' {
  if (categoryName === 'Women') return 'female';
  return categoryName === 'Men' ? 'male' : 'unisex';
}
