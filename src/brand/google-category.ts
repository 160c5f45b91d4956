/** A category of Google's product taxonomy: its number, and its path as TikTok takes it, of up to three levels. */
interface GoogleCategory {
  id: number;
  path: string;
}

/** Apparel & Accessories: correct for everything in the shop. */
const APPAREL: GoogleCategory = { id: 166, path: 'Apparel & Accessories' };

const HATS: GoogleCategory = {
  id: 173,
  path: 'Apparel & Accessories > Clothing Accessories > Hats',
};

/**
 * The shop's categories in Google's product taxonomy.
 * @see https://www.google.com/basepages/producttype/taxonomy-with-ids.en-GB.txt
 */
const GOOGLE_CATEGORIES: Record<string, GoogleCategory> = {
  'Bucket Hats': HATS,
  'Trucker Hats': HATS,
  Beanies: HATS,
  Sunglasses: { id: 178, path: 'Apparel & Accessories > Clothing Accessories > Sunglasses' },
};

export function googleCategory(categoryName: string): GoogleCategory {
  return GOOGLE_CATEGORIES[categoryName] ?? APPAREL;
}

/** Whether a category's products are worn on the head, so that buyers are asked how they fit. */
export function isHat(categoryName: string): boolean {
  return googleCategory(categoryName) === HATS;
}

/** Google's `gender`: set for the women's and men's collections; everything else is unisex. */
export function googleGender(categoryName: string): 'female' | 'male' | 'unisex' {
  if (categoryName === 'Women') return 'female';
  return categoryName === 'Men' ? 'male' : 'unisex';
}
