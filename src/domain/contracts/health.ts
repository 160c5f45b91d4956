import * as z from 'zod';
import { reads } from './staff-call.ts';

/** A reason why the shop is not healthy, without personal data. */
const Trouble = z.object({
  /** A value of `healthReasons`, or `database`, `auth` or `settings`. */
  reason: z.string(),
  /** A sentence for people. */
  text: z.string(),
  /** Since when, ISO 8601; null if only known to be so now. */
  since: z.string().nullable(),
});
export type Trouble = z.infer<typeof Trouble>;

/** `GET /api/health`: 200 if ok, 503 if failing. */
export const Health = z.object({
  status: z.enum(['ok', 'failing']),
  checked_at: z.string(),
  troubles: z.array(Trouble),
});
export type Health = z.infer<typeof Health>;

export const getHealth = reads('/api/staff/health', z.object({}), Health);
