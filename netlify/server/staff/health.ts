import type { Visit } from '../area.ts';
import { databaseFor } from '../database.ts';
import { patienceMs, readHealth } from '../health/read-health.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** The shop's health, as monitors get it: 200 even if failing. */
export function staffHealth(
  staff: StaffCaller,
  _: unknown,
  { request }: Visit & { request: Request },
) {
  return readHealth(request, async () =>
    staffDataOf(await databaseFor(staff, patienceMs).rpc('staff_health')),
  );
}
