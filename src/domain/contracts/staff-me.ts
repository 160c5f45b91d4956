import * as z from 'zod';
import { staffActs, staffRoles } from '../enums.ts';
import { acts, reads } from './staff-call.ts';
import { LoginAnswer } from './login-answer.ts';
import { latinDigits } from '../basics/latin-digits.ts';
import { visibleText } from '../basics/plain-line.ts';
import { password } from './fields.ts';
import { StaffCounts } from './staff-orders.ts';

/** `GET /api/staff/me`: the logged-in member of staff. */
export const StaffMe = z.object({
  name: z.string(),
  /** The name to log in with. */
  username: z.string(),
  role: z.enum(staffRoles),
  acts: z.array(z.enum(staffActs)),
  /** Whether the login is recent enough to move money. */
  fresh: z.boolean(),
  /** Since when there is an authenticator app; null without one. */
  second_factor_since: z.string().nullable(),
  /** Null without `read_orders`. */
  counts: StaffCounts.nullable(),
});
export type StaffMe = z.infer<typeof StaffMe>;

/** `POST /api/staff/confirm-login` */
const ConfirmLoginBody = z.object({
  password: password.min(1, 'This field is required.').max(1000),
  /** Code of an authenticator app, if the account has one. */
  code: z
    .string()
    .overwrite((typed) => latinDigits(visibleText(typed)).replaceAll(/\s/g, ''))
    .regex(/^(?:\d{6})?$/, 'The code has six figures.')
    .default(''),
});

/** The logged-in member of staff, and the number of waiting orders. @throws 404 if the caller is not staff. */
export const getMe = reads('/api/staff/me', z.object({}), StaffMe);

/**
 * Begins a new login in place of the caller's, for calls that need one younger than 30 minutes.
 * @throws 400 with the field `password` or `code`; 403 `second_factor_missing` when the code is needed.
 */
export const confirmLogin = acts('/api/staff/confirm-login', ConfirmLoginBody, LoginAnswer);
