import { StaffContent } from '#domain/wire/staff-content.ts';
import { ReleaseSaved } from '#domain/wire/staff-releases.ts';
import type { ReleaseBody } from '#domain/wire/staff-releases.ts';
import type { Customer } from '../checkout.ts';
import { request } from '../http/request.ts';

/** What pages say and show at this moment. @throws ApiError 403 for whoever may not change it. */
export function fetchContent({ access }: Customer, signal?: AbortSignal): Promise<StaffContent> {
  return request('/api/staff/content', (body) => StaffContent.parse(body), { access, signal });
}

/**
 * Saves changes of content as a draft release, which no shopper sees. The same again, after a lost answer or a
 * double press, does nothing twice.
 * @param release its id, made when editing began.
 * @throws ApiError 403; 400 when the changes are not as the pages need them.
 */
export async function saveContent(
  release: string,
  title: string,
  changes: Extract<ReleaseBody, { do: 'save' }>['changes'],
  { access }: Customer,
): Promise<void> {
  const body = { do: 'save', release, title, source: 'Studio', changes, options: {}, version: 0 };
  await request('/api/staff/release', (answer) => ReleaseSaved.parse(answer), {
    method: 'POST',
    body,
    access,
  });
}
