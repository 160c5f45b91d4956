import {
  answerComplaint as answer,
  type AnswerComplaintBody,
  type ComplaintsAnswer,
  getComplaints,
} from '#domain/wire/complaints.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

/** Complaints about personal data, those to be answered first. @throws ApiError */
export function fetchComplaints(
  customer: Customer,
  signal?: AbortSignal,
): Promise<ComplaintsAnswer> {
  return callStaff(getComplaints, {}, customer, { signal });
}

/** Records that a complaint was answered; doing so twice succeeds. @throws ApiError 404 */
export function answerComplaint(body: AnswerComplaintBody, customer: Customer): Promise<unknown> {
  return callStaff(answer, body, customer);
}
