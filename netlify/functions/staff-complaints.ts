import type { Config } from '@netlify/functions';
import { AnswerComplaintBody, ComplaintsAnswer } from '#domain/wire/complaints.ts';
import { answer } from '#server/answer.ts';
import { database } from '#server/database.ts';
import { endpoint } from '#server/endpoint.ts';
import { readBody } from '#server/request-body.ts';
import { staffCaller, staffDataOf } from '#server/staff/staff-data.ts';

export const config: Config = { path: '/api/staff/complaints' };

/** Complaints about personal data; a POST notes that one was answered. */
export default endpoint({
  GET: async (request) => {
    const caller = await staffCaller(request);
    const complaints = staffDataOf(await database().rpc('staff_complaints', caller));
    return answer(200, ComplaintsAnswer.parse({ complaints }));
  },
  POST: async (request) => {
    const caller = await staffCaller(request);
    const { complaint, outcome } = await readBody(request, AnswerComplaintBody);
    const noted = { ...caller, p_complaint: complaint, p_outcome: outcome };
    staffDataOf(await database().rpc('staff_answer_complaint', noted));
    return answer(200, { answered: true });
  },
});
