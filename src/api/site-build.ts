import { SiteBuild } from '#domain/contracts/staff-releases.ts';

/** The build whose pages the site serves now; null if unknown. */
export async function fetchSiteBuild(signal?: AbortSignal): Promise<SiteBuild | null> {
  try {
    const response = await fetch('/build.json', { cache: 'no-store', signal: signal ?? null });
    return response.ok ? SiteBuild.parse(await response.json()) : null;
  } catch {
    return null;
  }
}
