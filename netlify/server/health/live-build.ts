import { timedFetch } from '../timed-fetch.ts';

/** Milliseconds to wait for a file of the site. */
const patienceMs = 3000;

/**
 * When the live build began, in milliseconds since 1970; null if unknown.
 * @param site the shop's own origin, which serves `/build.json` (src/integrations/site-build.ts).
 */
export async function liveBuild(site: string): Promise<number | null> {
  try {
    const response = await timedFetch(patienceMs)(`${site}/build.json`);
    const build: unknown = await response.json();
    const began = build instanceof Object && 'began_at' in build ? build.began_at : null;
    return typeof began === 'string' ? Date.parse(began) : null;
  } catch {
    return null;
  }
}
