import type { Customer } from './checkout.ts';
import { readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

/** The account's e-mail address, and whether a link sent to it was ever used. */
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

/** Sends the address a confirmation link. @throws ApiError 429 if one was already sent today. */
export function askForConfirmation({ access }: Customer): Promise<void> {
  return request('/api/account/email/', () => undefined, { method: 'POST', access, body: {} });
}
