import { HS_CODE } from '#domain/catalogue-rules.ts';
import { facts, numberFacts } from '#domain/product-facts.ts';
import type { EditedProduct } from '#domain/wire/staff-catalogue.ts';

/** Validation error of a product's facts; null if valid. */
export function attributeFault(product: EditedProduct): string | null {
  for (const name of numberFacts) {
    const value = product[name];
    const { label, least, most, units } = facts[name];
    if (value === null || (value >= least && value <= most)) continue;
    const limit = value > most ? `at most ${most}` : `at least ${least}`;
    return `The ${label.toLowerCase()} must be ${limit} ${units}.`;
  }
  const { hs_code } = product;
  if (hs_code !== null && !HS_CODE.test(hs_code))
    return 'A commodity code has 6, 8 or 10 digits, such as 6505 00 90.';
  return null;
}
