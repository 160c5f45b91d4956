import type { Asked } from '#domain/contracts/staff-call.ts';
import type { getCatalogue } from '#domain/contracts/staff-catalogue.ts';
import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

export async function readStaffCatalogue(
  caller: StaffCaller,
  { q, after, slugs, codes, category, state, stock, sort }: Asked<typeof getCatalogue>,
) {
  const found = await databaseFor(caller).rpc('staff_catalogue', {
    p_search: q,
    ...(after && { p_after: after }),
    ...(slugs && { p_slugs: slugs }),
    ...(codes && { p_codes: codes }),
    ...(category && { p_category: category }),
    ...(state && { p_state: state }),
    ...(stock && { p_stock: stock }),
    p_sort: sort,
  });
  return staffDataOf(found);
}
