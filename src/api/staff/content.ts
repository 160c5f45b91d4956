import { getContent, type StaffContent } from '#domain/wire/staff-content.ts';
import { changeRelease, type ReleaseBody } from '#domain/wire/staff-releases.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

/** The pages' texts and pictures as they are now. @throws ApiError 403 for everyone who may not change them. */
export function fetchContent(customer: Customer, signal?: AbortSignal): Promise<StaffContent> {
  return callStaff(getContent, {}, customer, { signal });
}

/**
 * Saves changes of content as a draft release, which no shopper sees.
 * @param release its id, made when editing began.
 * @throws ApiError 403; 400 when the changes are not as the pages need them.
 */
export async function saveContent(
  release: string,
  title: string,
  changes: Extract<ReleaseBody, { do: 'save' }>['changes'],
  customer: Customer,
): Promise<void> {
  const draft = { release, title, source: 'Studio', changes, options: {}, version: 0 };
  await callStaff(changeRelease, { do: 'save', ...draft }, customer);
}
