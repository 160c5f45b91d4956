import type { ComplaintBody } from '#domain/contracts/complaints.ts';
import { readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

/**
 * Sends a data protection complaint.
 * @returns the ISO date by which it is answered.
 * @throws ApiError 400 with the rejected fields; 429.
 */
export function complain(body: ComplaintBody): Promise<string> {
  return request('/api/complaint/', (answer) => readText(readRecord(answer).due_by), {
    method: 'POST',
    body,
  });
}
