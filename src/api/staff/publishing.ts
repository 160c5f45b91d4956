import { Publishing, SiteBuild } from '#domain/wire/staff-releases.ts';
import type { Customer } from '../checkout.ts';
import { request } from '../http/request.ts';

/** How far a published release has come. @throws ApiError 404, 409 */
export function fetchPublishing(
  release: string,
  { access }: Customer,
  signal?: AbortSignal,
): Promise<Publishing> {
  return request(`/api/staff/publishing?release=${release}`, (answer) => Publishing.parse(answer), {
    access,
    signal,
  });
}

/** The build whose pages the site serves now; null when it does not say. */
export async function fetchSiteBuild(signal?: AbortSignal): Promise<SiteBuild | null> {
  try {
    const response = await fetch('/build.json', { cache: 'no-store', signal: signal ?? null });
    return response.ok ? SiteBuild.parse(await response.json()) : null;
  } catch {
    return null;
  }
}
