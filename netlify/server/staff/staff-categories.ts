import type { previewRule as call } from '#domain/contracts/staff-categories.ts';
import type { Asked } from '#domain/contracts/staff-call.ts';
import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** All categories and collections. */
export async function readStaffCategories(caller: StaffCaller) {
  return staffDataOf(await databaseFor(caller).rpc('staff_categories'));
}

/** The products that a rule would give a collection. */
export async function previewRule(caller: StaffCaller, { rule, slug }: Asked<typeof call>) {
  const asked = { p_rule: rule, ...(slug !== undefined && { p_slug: slug }) };
  return staffDataOf(await databaseFor(caller).rpc('staff_rule_products', asked));
}
