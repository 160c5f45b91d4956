import { z } from 'zod';
import { StaffCounts } from './staff-orders.ts';

/** What somebody may do: `manager` whatever `packer` may, and what moves money. */
export const StaffRole = z.enum(['packer', 'manager']);
export type StaffRole = z.infer<typeof StaffRole>;

/** `GET /api/staff/me`: who is logged in. */
export const StaffMe = z.object({
  name: z.string(),
  role: StaffRole,
  /** Whether the login is young enough to move money. */
  fresh: z.boolean(),
  counts: StaffCounts,
});
export type StaffMe = z.infer<typeof StaffMe>;
