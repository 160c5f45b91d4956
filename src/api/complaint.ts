import type { ComplaintBody } from '#domain/wire/complaints.ts';
import { readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

/**
 * Sends a complaint about personal data.
 * @returns the day by which it is answered, as an ISO date.
 * @throws ApiError 400 with the fields that were refused; 429.
 */
export function complain(body: ComplaintBody): Promise<string> {
  return request('/api/complaint/', (answer) => readText(readRecord(answer).due_by), {
    method: 'POST',
    body,
  });
}
