/** Platforms whose product files are recognised, by the headers that they export. */
export type Platform = 'Shopify' | 'WooCommerce';

/** A header's letters and digits in lower case: “Attribute 1 value(s)” is `attribute1values`. */
export function headerKey(label: string): string {
  return label
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Headers of which a platform's file has all, and one of each further group. */
const signs: readonly [Platform, all: readonly string[], oneOf: readonly string[]][] = [
  // Since 2025, and before.
  ['Shopify', ['urlhandle', 'title'], ['price', 'option1value', 'productimageurl']],
  ['Shopify', ['handle', 'title'], ['variantprice', 'option1value', 'imagesrc', 'bodyhtml']],
  ['WooCommerce', ['type', 'name'], ['regularprice', 'attribute1name', 'visibilityincatalog']],
];

/** The platform whose header a row is; null if it is none. */
export function platformOf(labels: readonly string[]): Platform | null {
  const keys = new Set(labels.map(headerKey));
  const found = signs.find(
    ([, all, oneOf]) => all.every((key) => keys.has(key)) && oneOf.some((key) => keys.has(key)),
  );
  return found?.[0] ?? null;
}
