/** The team and its access to the studio (supabase/schemas/people/team.sql). */
import * as z from 'zod';
import { staffRoles } from '../enums.ts';
import { email, rowId } from './fields.ts';
import { acts, reads } from './staff-call.ts';

const role = z.enum(staffRoles, 'Choose a role.');

const Colleague = z.object({
  staff: z.int(),
  name: z.string(),
  email: z.string(),
  role,
  /** When this role began. */
  since: z.string(),
  /** Null for somebody who has never logged in. */
  last_login_at: z.string().nullable(),
  has_second_factor: z.boolean(),
  /** Whether it is the caller. */
  own: z.boolean(),
});
export type Colleague = z.output<typeof Colleague>;

const Invitation = z.object({
  invitation: z.string(),
  email: z.string(),
  role,
  at: z.string(),
  by: z.string(),
  /** Whether its e-mail was refused, or came back. */
  is_undelivered: z.boolean(),
});
export type Invitation = z.output<typeof Invitation>;

const Team = z.object({ people: z.array(Colleague), invitations: z.array(Invitation) });

/** Everyone who may use the studio, and the invitations that can still be accepted. */
export const getTeam = reads('/api/staff/team', z.object({}), Team);

/** `event`: idempotency key. */
const change = { event: z.uuid('Not a valid event.') };
const colleague = { ...change, staff: rowId };

/**
 * Changes who may use the studio, at once. Nobody changes their own access.
 * @throws 403 `login_too_old`; 404 `colleague_left`, `invitation_over`; 409 `works_here`, `own_access`, `role_unchanged`
 */
export const changeTeam = acts(
  '/api/staff/team',
  z.discriminatedUnion('do', [
    /** E-mails a link that works for a week, in place of an earlier one. */
    z.object({ do: z.literal('invite'), ...change, email, role }),
    z.object({ do: z.literal('withdraw'), ...change, invitation: z.uuid('Not an invitation.') }),
    z.object({ do: z.literal('role_changed'), ...colleague, role }),
    /** Ends all their logins. */
    z.object({ do: z.literal('logged_out'), ...colleague }),
    /** Removes their authenticator app and ends their logins, for a lost phone. */
    z.object({ do: z.literal('app_removed'), ...colleague }),
    /** Ends their access and their logins. */
    z.object({ do: z.literal('left'), ...colleague }),
  ]),
  Team,
);
