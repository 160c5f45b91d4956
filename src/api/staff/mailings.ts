import { type ExportedFile, getSubscribersFile } from '#domain/wire/catalogue-reading.ts';
import {
  changeMailing as change,
  getMailings,
  getSubscribers,
  type MailingDone,
  type MailingOrder,
  type MailingsAnswer,
  removeSubscriber as remove,
  type SubscribersAnswer,
} from '#domain/wire/staff-mailings.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

/** Fifty subscribers whose address contains `q`, after an address. @throws ApiError */
export function fetchSubscribers(
  asked: { q: string; after?: string | undefined },
  customer: Customer,
  signal?: AbortSignal,
): Promise<SubscribersAnswer> {
  return callStaff(getSubscribers, asked, customer, { signal });
}

/** All subscribers as a spreadsheet to save. @throws ApiError */
export function fetchSubscribersFile(
  format: 'xlsx' | 'csv',
  customer: Customer,
): Promise<ExportedFile> {
  return callStaff(getSubscribersFile, { format }, customer);
}

/** Takes a subscriber off the list; doing so twice succeeds. @throws ApiError */
export function removeSubscriber(subscription: string, customer: Customer): Promise<unknown> {
  return callStaff(remove, { subscription }, customer);
}

/** The latest mailings with their figures, or one. @throws ApiError */
export function fetchMailings(
  customer: Customer,
  signal?: AbortSignal,
  mailing?: string,
): Promise<MailingsAnswer> {
  return callStaff(getMailings, { mailing }, customer, { signal });
}

/** Saves, tests, sends, stops, resumes or discards a mailing. @throws ApiError 400, 404, 409 */
export function changeMailing(body: MailingOrder, customer: Customer): Promise<MailingDone> {
  return callStaff(change, body, customer);
}
