import { HEAVIEST_GRAMS, HS_CODE } from '#domain/catalogue-rules.ts';
import type { EditedProduct } from '#domain/wire/staff-catalogue.ts';

/** Validation error of a product's facts; null if valid. */
export function attributeFault({ weight_grams, hs_code }: EditedProduct): string | null {
  if (weight_grams !== null && weight_grams > HEAVIEST_GRAMS)
    return `The weight must be at most ${HEAVIEST_GRAMS} grams.`;
  if (hs_code !== null && !HS_CODE.test(hs_code))
    return 'A commodity code has 6, 8 or 10 digits, such as 6505 00 90.';
  return null;
}
