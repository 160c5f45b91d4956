import type { Asked } from '#domain/contracts/staff-call.ts';
import type { answerComplaint as call } from '#domain/contracts/complaints.ts';
import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** Complaints about personal data, those to be answered first. */
export async function readComplaints(caller: StaffCaller) {
  return { complaints: staffDataOf(await databaseFor(caller).rpc('staff_complaints')) };
}

/** Records that a complaint was answered. @throws HttpError 404 */
export async function answerComplaint(
  caller: StaffCaller,
  { complaint, outcome }: Asked<typeof call>,
) {
  const noted = { p_complaint: complaint, p_outcome: outcome };
  staffDataOf(await databaseFor(caller).rpc('staff_answer_complaint', noted));
  return { answered: true };
}
