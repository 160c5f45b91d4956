import { type AnswerComplaintBody, ComplaintsAnswer } from '#domain/wire/complaints.ts';
import type { Customer } from '../checkout.ts';
import { request } from '../http/request.ts';

/** Complaints about personal data, those to be answered first. @throws ApiError */
export function fetchComplaints(
  { access }: Customer,
  signal?: AbortSignal,
): Promise<ComplaintsAnswer> {
  return request('/api/staff/complaints', (body) => ComplaintsAnswer.parse(body), {
    access,
    signal,
  });
}

/** Notes that a complaint was answered; doing so twice is no error. @throws ApiError 404 */
export function answerComplaint(body: AnswerComplaintBody, { access }: Customer): Promise<unknown> {
  return request('/api/staff/complaints', (answer) => answer, { method: 'POST', body, access });
}
