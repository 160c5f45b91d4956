import type { ListingCard } from '#shop/listing.ts';

/** Whether a product in its colour has every word typed, in its name, colour or category. */
export function matchesWords({ product, variant }: ListingCard, words: string): boolean {
  const text = `${product.name} ${variant.color_name} ${product.category_name}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
