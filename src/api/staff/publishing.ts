import { getPublishing, type Publishing, SiteBuild } from '#domain/wire/staff-releases.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

/** The progress of a published release towards the pages. @throws ApiError 404, 409 */
export function fetchPublishing(
  release: string,
  customer: Customer,
  signal?: AbortSignal,
): Promise<Publishing> {
  return callStaff(getPublishing, { release }, customer, { signal });
}

/** The build whose pages the site serves now; null if unknown. */
export async function fetchSiteBuild(signal?: AbortSignal): Promise<SiteBuild | null> {
  try {
    const response = await fetch('/build.json', { cache: 'no-store', signal: signal ?? null });
    return response.ok ? SiteBuild.parse(await response.json()) : null;
  } catch {
    return null;
  }
}
