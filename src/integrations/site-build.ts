import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { AstroIntegration, AstroIntegrationLogger } from 'astro';

type KeyHeaders = (key: string) => Record<string, string>;

/** Timeout for recording a build in the database, in milliseconds. */
const patience = 5000;

/**
 * Records in the database that a build of the live site is about to read the catalogue.
 * @returns the database's time; null if recording failed, which does not stop the build.
 */
async function noteBuild(
  { SUPABASE_URL, SUPABASE_SECRET_KEY, CONTEXT }: NodeJS.ProcessEnv,
  keyHeaders: KeyHeaders,
  logger: AstroIntegrationLogger,
): Promise<string | null> {
  if (CONTEXT !== 'production' || !SUPABASE_URL || !SUPABASE_SECRET_KEY) return null;
  try {
    const response = await fetch(new URL('/rest/v1/rpc/note_site_build', SUPABASE_URL), {
      method: 'POST',
      headers: { ...keyHeaders(SUPABASE_SECRET_KEY), 'Content-Type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(patience),
    });
    const moment: unknown = await response.json();
    if (response.ok && typeof moment === 'string') return moment;
    logger.warn(`The build’s start was not noted: the database answered ${response.status}.`);
  } catch (error) {
    logger.warn(`The build’s start was not noted: ${error instanceof Error ? error.name : ''}.`);
  }
  return null;
}

/**
 * Tracks the progress of releases for the studio: records the start of a live build, if the secret key
 * is set, and writes `/build.json`. A deploy is atomic, so a browser that gets that file gets its pages.
 * @param environment with Netlify's variables: `CONTEXT`, `DEPLOY_ID`, `COMMIT_REF`.
 * @param keyHeaders the headers that authenticate a call to the database with its secret key.
 * @see https://docs.netlify.com/build/configure-builds/environment-variables/#build-metadata
 */
export function siteBuild(
  environment: NodeJS.ProcessEnv,
  keyHeaders: KeyHeaders,
): AstroIntegration {
  let beganAt = '';
  let noted = false;
  return {
    name: 'site-build',
    hooks: {
      // The first hook, before the catalogue is read.
      'astro:config:setup': async ({ command, logger }) => {
        if (command !== 'build') return;
        beganAt = new Date().toISOString();
        const moment = await noteBuild(environment, keyHeaders, logger);
        noted = moment !== null;
        beganAt = moment ?? beganAt;
      },
      'astro:build:done': ({ dir }) => {
        // SiteBuild in src/domain/contracts/staff-releases.ts.
        const build = {
          name: environment['DEPLOY_ID'] || randomUUID(),
          commit: environment['COMMIT_REF'] ?? null,
          began_at: beganAt,
          noted,
          built_at: new Date().toISOString(),
        };
        writeFileSync(new URL('build.json', dir), JSON.stringify(build));
      },
    },
  };
}
