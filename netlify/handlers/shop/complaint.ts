import { ComplaintBody } from '#domain/contracts/complaints.ts';
import { afterAnswer } from '#server/after-answer.ts';
import { answer } from '#server/answer.ts';
import { database, dataOf } from '#server/database.ts';
import type { Visit } from '#server/area.ts';
import { sendDueMails } from '#server/mail/send-due-mails.ts';
import { attemptFrom, complaintEmailAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { readBody } from '#server/request-body.ts';

/** A complaint about personal data, without a login: Data Protection Act 2018, section 164A. */
export default async function complain(request: Request, { ip }: Visit): Promise<Response> {
  const { complaint, name, email, words } = await readBody(request, ComplaintBody);
  await takeAttempt(attemptFrom('complaint-address', ip));
  const stored = database().rpc('complain', {
    p_complaint: complaint,
    p_name: name,
    p_email: email,
    p_words: words,
    p_limits: complaintEmailAttempt(email),
  });
  const { mail, due_by } = dataOf(await stored.single());
  if (mail) afterAnswer('Acknowledging a complaint failed', () => sendDueMails({ mail }));
  return answer(201, { due_by });
}
