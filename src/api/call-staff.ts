import type * as z from 'zod';
import type { StaffCall } from '#domain/contracts/staff-call.ts';
import type { Customer } from './checkout.ts';
import { readAnswer, request } from './http/request.ts';
import { sendFile } from './send-file.ts';

export interface StaffCallOptions {
  signal?: AbortSignal | undefined;
  /** The body of a call that takes a file. */
  file?: Blob;
  /** Called with the uploaded share of the file, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** The query string, without blank values. */
function queryOf(asked: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    for (const one of [value].flat()) {
      if (one !== undefined && String(one).trim() !== '') query.append(name, String(one));
    }
  }
  return query.size > 0 ? `?${query}` : '';
}

/**
 * Makes a call of the studio as its contract declares it. The same body again, after a lost response or a double
 * click, does nothing twice.
 * @throws ApiError with the refusal's `reason` in its body; 404 for everyone who does not work here, 403 by
 *   `role_too_low`, `login_too_old` or `second_factor_missing`.
 */
export async function callStaff<Input extends z.ZodType, Answer extends z.ZodType>(
  { method, path, takes, answer }: StaffCall<Input, Answer>,
  asked: z.input<Input>,
  { access }: Customer,
  { signal, file, onProgress }: StaffCallOptions = {},
): Promise<z.output<Answer>> {
  const read = (body: unknown) => answer.parse(body);
  if (takes === 'json') return request(path, read, { method, body: asked, access, signal });
  const address = path + queryOf(Object(asked));
  if (!file) return request(address, read, { method, access, signal });
  const sent = await sendFile(address, { file, access, signal, onProgress });
  return readAnswer(sent.status, sent.text, sent.retryAfter, read);
}
