import { apiKeyHeaders } from '#domain/browsing/api-key-headers.ts';
import type { HealthReason } from '#domain/enums.ts';
import type { Health, Trouble } from '#domain/contracts/health.ts';
import type { ShopRow } from '../database-shapes.ts';
import { environment } from '../environment.ts';
import { HttpError, Unavailable } from '../http-error.ts';
import { log } from '../log.ts';
import { isLocalStack } from '../local-stack.ts';
import { siteOrigin } from '../site-origin.ts';
import { timedFetch } from '../timed-fetch.ts';
import { liveBuild } from './live-build.ts';
import { troubleMessages } from '../messages/health-troubles.ts';

type ReadFacts = () => Promise<ShopRow<'health'>[]>;

/** Milliseconds to wait for a service: monitors wait for ten seconds or more. */
export const patienceMs = 5000;

/** Troubles that end with a newer live build. */
const buildReasons: ReadonlySet<HealthReason> = new Set(['change_unbuilt', 'build_late']);

function trouble(
  reason: keyof typeof troubleMessages,
  since: string | null = null,
  about = '',
): Trouble {
  return { reason, text: troubleMessages[reason](about), since };
}

/** Troubles that the database knows of. @throws HttpError when it refuses the caller. */
async function databaseTroubles(site: string, read: ReadFacts): Promise<Trouble[]> {
  const { NETLIFY_BUILD_HOOK: hook } = environment();
  let rows: ShopRow<'health'>[];
  try {
    rows = await read();
  } catch (error) {
    if (error instanceof HttpError && !(error instanceof Unavailable)) throw error;
    log.error('HEALTH: the database does not answer', { error });
    return [trouble('database')];
  }
  // A developer's pages show changes on reload.
  const isBuilt = hook !== undefined || !isLocalStack();
  const needBuild = rows.filter(({ reason }) => buildReasons.has(reason));
  const began = isBuilt && needBuild.length > 0 ? await liveBuild(site) : null;
  return rows.flatMap(({ reason, about, since }) => {
    if (buildReasons.has(reason)) {
      if (!isBuilt || (began !== null && began >= Date.parse(since))) return [];
      if (reason === 'build_late' && began === null) return [];
    }
    return [trouble(reason, since, about ?? '')];
  });
}

async function authTroubles(): Promise<Trouble[]> {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = environment();
  try {
    const headers = apiKeyHeaders(SUPABASE_SECRET_KEY);
    const response = await timedFetch(patienceMs)(`${SUPABASE_URL}/auth/v1/health`, { headers });
    if (response.ok) return [];
    log.error('HEALTH: Auth is not well', { status: response.status });
  } catch (error) {
    log.error('HEALTH: Auth does not answer', { error });
  }
  return [trouble('auth')];
}

async function allTroubles(request: Request, read: ReadFacts): Promise<Trouble[]> {
  let site: string;
  try {
    site = siteOrigin(request);
  } catch (error) {
    log.error('HEALTH: settings', { error });
    return [trouble('settings')];
  }
  const found = await Promise.all([databaseTroubles(site, read), authTroubles()]);
  return found.flat();
}

/**
 * Looks at everything that a person should be told of at night.
 * @param read the call that returns the database's facts. @throws HttpError when the database refuses the caller.
 */
export async function readHealth(request: Request, read: ReadFacts): Promise<Health> {
  const troubles = await allTroubles(request, read);
  return {
    status: troubles.length === 0 ? 'ok' : 'failing',
    checked_at: new Date().toISOString(),
    troubles,
  };
}
