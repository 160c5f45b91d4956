import type { Customer } from './checkout.ts';
import { readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

/** The address of the customer's account, and whether a link mailed to it was ever used. */
export interface AccountEmail {
  email: string;
  confirmed: boolean;
}

/** @throws ApiError */
export function fetchAccountEmail({ access }: Customer): Promise<AccountEmail> {
  return request(
    '/api/account/email/',
    (body) => {
      const { email, confirmed } = readRecord(body);
      return { email: readText(email), confirmed: confirmed === true };
    },
    { access },
  );
}

/** Has the address e-mailed a link that confirms it. @throws ApiError 429 when it had one today. */
export function askForConfirmation({ access }: Customer): Promise<void> {
  return request('/api/account/email/', () => undefined, { method: 'POST', access, body: {} });
}
