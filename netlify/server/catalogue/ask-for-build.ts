import { setTimeout as pause } from 'node:timers/promises';
import { database, dataOf } from '../database.ts';
import { environment } from '../environment.ts';

/** Without another change for so long, in seconds, a burst of changes counts as over. */
const quietSeconds = 60;
/** Changes that go on and on are built after so long all the same, in seconds. */
const longestSeconds = 900;
/** So long, in seconds, whoever claimed the call has for it: less than the pause between two runs. */
const leaseSeconds = 90;

/** Waits between the tries of one run, in milliseconds. The next run is a further try. */
const retryDelays = [500, 2000];
const answerMilliseconds = 10_000;

async function called(hook: string): Promise<boolean> {
  try {
    const { ok, status } = await fetch(hook, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(answerMilliseconds),
    });
    // The address is a secret: whoever knows it can start builds.
    if (!ok) console.error(`The build hook answered ${status}`);
    return ok;
  } catch (error) {
    console.error('The build hook did not answer', error instanceof Error ? error.name : error);
    return false;
  }
}

async function calledAtLast(hook: string): Promise<boolean> {
  for (const delay of retryDelays) {
    if (await called(hook)) return true;
    await pause(delay);
  }
  return called(hook);
}

/**
 * Asks Netlify for a build when the catalogue has changed and the changes have calmed down: once
 * for all of them, however many run this at the same moment. A call that fails is made again by the
 * next run.
 * @see https://docs.netlify.com/build/configure-builds/build-hooks/
 */
export async function askForBuild(): Promise<'asked' | 'nothing to do' | 'failed' | 'no hook'> {
  const { NETLIFY_BUILD_HOOK: hook } = environment();
  if (!hook) return 'no hook';
  const claimed = await database().rpc('claim_site_build', {
    p_quiet_seconds: quietSeconds,
    p_longest_seconds: longestSeconds,
    p_lease_seconds: leaseSeconds,
  });
  // The types know no function that may answer null.
  const claim: string | null = dataOf(claimed);
  if (claim === null) return 'nothing to do';
  const asked = await calledAtLast(hook);
  dataOf(await database().rpc('settle_site_build', { p_claim: claim, p_asked: asked }));
  return asked ? 'asked' : 'failed';
}
