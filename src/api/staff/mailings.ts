import { ExportedFile } from '#domain/wire/catalogue-reading.ts';
import {
  MailingDone,
  type MailingOrder,
  MailingsAnswer,
  SubscribersAnswer,
} from '#domain/wire/staff-mailings.ts';
import type { Customer } from '../checkout.ts';
import { request } from '../http/request.ts';

/** Fifty subscribers whose address contains `q`, after an address. @throws ApiError */
export function fetchSubscribers(
  { q, after }: { q: string; after?: string | undefined },
  { access }: Customer,
  signal?: AbortSignal,
): Promise<SubscribersAnswer> {
  const query = new URLSearchParams({ q, ...(after && { after }) });
  return request(`/api/staff/subscribers?${query}`, (body) => SubscribersAnswer.parse(body), {
    access,
    signal,
  });
}

/** All subscribers as a spreadsheet to save. @throws ApiError */
export function fetchSubscribersFile(
  format: 'xlsx' | 'csv',
  { access }: Customer,
): Promise<ExportedFile> {
  return request(
    `/api/staff-files/subscribers?format=${format}`,
    (body) => ExportedFile.parse(body),
    {
      access,
    },
  );
}

/** Takes somebody off the list; doing so twice is no error. @throws ApiError */
export function removeSubscriber(subscription: string, { access }: Customer): Promise<unknown> {
  const body = { subscription };
  return request('/api/staff/subscribers', (answer) => answer, { method: 'POST', body, access });
}

/** The latest mailings with their figures, or one. @throws ApiError */
export function fetchMailings(
  { access }: Customer,
  signal?: AbortSignal,
  mailing?: string,
): Promise<MailingsAnswer> {
  const which = mailing === undefined ? '' : `?mailing=${mailing}`;
  return request(`/api/staff/mailings${which}`, (body) => MailingsAnswer.parse(body), {
    access,
    signal,
  });
}

/** Saves, tests, sends, stops, resumes or discards a mailing. @throws ApiError 400, 404, 409 */
export function changeMailing(body: MailingOrder, { access }: Customer): Promise<MailingDone> {
  return request('/api/staff/mailings', (answer) => MailingDone.parse(answer), {
    method: 'POST',
    body,
    access,
  });
}
