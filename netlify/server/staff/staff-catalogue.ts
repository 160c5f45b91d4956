import { z } from 'zod';
import { SLUG } from '#domain/catalogue-rules.ts';
import { mostSlugs, StaffCatalogue } from '#domain/wire/staff-catalogue.ts';
import { database } from '../database.ts';
import { rowNumber } from '../row-number.ts';
import { searchText } from './search-text.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** The query of `GET /api/staff/catalogue`. */
export const CatalogueQuery = z.object({
  q: searchText.transform((text) => text.trim()).default(''),
  after: z
    .string()
    .transform(rowNumber)
    .refine((number) => number !== null, 'The catalogue has no such page.')
    .optional(),
  slugs: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.string().regex(SLUG, 'Not a valid slug.')).max(mostSlugs))
    .optional(),
});

export async function readStaffCatalogue(
  caller: StaffCaller,
  { q, after, slugs }: z.output<typeof CatalogueQuery>,
): Promise<StaffCatalogue> {
  const found = await database().rpc('staff_catalogue', {
    ...caller,
    p_search: q,
    ...(after && { p_after: after }),
    ...(slugs && { p_slugs: slugs }),
  });
  return StaffCatalogue.parse(staffDataOf(found));
}
