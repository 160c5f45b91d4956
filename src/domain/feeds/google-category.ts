/**
 * The shop's categories in Google's product taxonomy.
 * @see https://www.google.com/basepages/producttype/taxonomy-with-ids.en-GB.txt
 */
const GOOGLE_CATEGORIES: Record<string, number> = {
  'Bucket Hats': 173,
  'Trucker Hats': 173,
  Beanies: 173,
  Sunglasses: 178,
};

/** Apparel & Accessories: correct for everything in the shop. */
const APPAREL = 166;

export function googleCategory(categoryName: string): number {
  return GOOGLE_CATEGORIES[categoryName] ?? APPAREL;
}

/** Google's `gender`: set for the women's and men's collections; everything else is unisex. */
export function googleGender(categoryName: string): 'female' | 'male' | 'unisex' {
  if (categoryName === 'Women') return 'female';
  return categoryName === 'Men' ? 'male' : 'unisex';
}
