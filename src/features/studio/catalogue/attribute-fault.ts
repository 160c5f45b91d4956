import { HEAVIEST_GRAMS, HS_CODE } from '#domain/catalogue-rules.ts';
import type { EditedProduct } from '#domain/wire/staff-catalogue.ts';

/** What is wrong with a product's facts, as a sentence; null when nothing is. */
export function attributeFault({ weight_grams, hs_code }: EditedProduct): string | null {
  if (weight_grams !== null && weight_grams > HEAVIEST_GRAMS)
    return `One of it weighs at most ${HEAVIEST_GRAMS} grams.`;
  if (hs_code !== null && !HS_CODE.test(hs_code))
    return 'A commodity code has 6, 8 or 10 digits, such as 6505 00 90.';
  return null;
}
