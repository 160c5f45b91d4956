import type { Asked } from '#domain/contracts/staff-call.ts';
import type { changeTeam as call } from '#domain/contracts/staff-team.ts';
import { afterAnswer } from '../after-answer.ts';
import { databaseFor } from '../database.ts';
import { sendDueMails } from '../mail/send-due-mails.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** Everyone who may use the studio, and open invitations. */
export async function readTeam(staff: StaffCaller) {
  return staffDataOf(await databaseFor(staff).rpc('staff_team'));
}

async function invite(
  staff: StaffCaller,
  { event, email, role }: Extract<Asked<typeof call>, { do: 'invite' }>,
): Promise<void> {
  const asked = { p_event: event, p_email: email, p_role: role };
  const mail = staffDataOf(await databaseFor(staff).rpc('staff_invite', asked));
  if (mail !== null) afterAnswer('Mailing an invitation failed', () => sendDueMails({ mail }));
}

/** Changes who may use the studio. @throws HttpError 403, 404, 409. */
export async function changeTeam(staff: StaffCaller, asked: Asked<typeof call>) {
  const { event } = asked;
  if (asked.do === 'invite') await invite(staff, asked);
  else if (asked.do === 'withdraw') {
    const gone = { p_event: event, p_invitation: asked.invitation };
    staffDataOf(await databaseFor(staff).rpc('staff_withdraw_invitation', gone));
  } else {
    const changed = {
      p_event: event,
      p_staff: asked.staff,
      p_kind: asked.do,
      ...(asked.do === 'role_changed' && { p_role: asked.role }),
    };
    staffDataOf(await databaseFor(staff).rpc('staff_change_colleague', changed));
  }
  return readTeam(staff);
}
