import type { ListedProduct } from '#domain/contracts/staff-catalogue.ts';

/** Colours on sale that have at most so many units are named, as `catalogue_rows` counts them as low. */
const FEW = 2;

/** A product's colours that are running low or sold out, with their stock: “Clay 2, Sand 0”. */
export function fewLeftText({ colours }: ListedProduct): string {
  const few = colours.filter(({ archived, quantity }) => !archived && quantity <= FEW);
  return few.map(({ color_name, quantity }) => `${color_name} ${quantity}`).join(', ');
}
