import { setTimeout as pause } from 'node:timers/promises';
import { database, dataOf } from '../database.ts';
import { environment } from '../environment.ts';
import { log } from '../log.ts';

/** Debounce: a burst of changes is over after this many seconds without another one. */
const quietSeconds = 60;
/** Longest debounce, in seconds, while changes keep coming. */
const longestSeconds = 900;
/** Lease on the call, in seconds: shorter than the interval between two runs. */
const leaseSeconds = 90;

/** Minutes between builds for stock alone: hourly ones would cost ten times Netlify’s cheapest paid plan (docs/cost.md). */
export const usualSpacing = 1440;

/** Backoff between the tries of one run, in milliseconds. The next run tries again. */
const retryDelays = [500, 2000];
const answerMilliseconds = 10_000;

async function callHook(hook: string): Promise<boolean> {
  try {
    const { ok, status } = await fetch(hook, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(answerMilliseconds),
    });
    // The address is a secret (it starts builds): never log it.
    if (!ok) log.error('The build hook refused', { status });
    return ok;
  } catch (error) {
    log.error('The build hook did not answer', {
      why: error instanceof Error ? error.name : 'unknown',
    });
    return false;
  }
}

async function callHookWithRetries(hook: string): Promise<boolean> {
  for (const delay of retryDelays) {
    if (await callHook(hook)) return true;
    await pause(delay);
  }
  return callHook(hook);
}

/**
 * Asks Netlify for one build per burst of catalogue changes, even when several runs overlap; colours
 * that only sold out or came back wait for `BUILD_SPACING_MINUTES`. The next run repeats a failed call.
 * @see https://docs.netlify.com/build/configure-builds/build-hooks/
 */
export async function askForBuild(): Promise<'asked' | 'nothing to do' | 'failed' | 'no hook'> {
  const { NETLIFY_BUILD_HOOK: hook, BUILD_SPACING_MINUTES: spacing } = environment();
  if (!hook) return 'no hook';
  const claimed = await database().rpc('claim_site_build', {
    p_quiet_seconds: quietSeconds,
    p_longest_seconds: longestSeconds,
    p_lease_seconds: leaseSeconds,
    p_spacing_seconds: Number(spacing ?? usualSpacing) * 60,
  });
  // The generated types do not know that a function may return null.
  const claim: string | null = dataOf(claimed);
  if (claim === null) return 'nothing to do';
  const asked = await callHookWithRetries(hook);
  dataOf(await database().rpc('settle_site_build', { p_claim: claim, p_asked: asked }));
  return asked ? 'asked' : 'failed';
}
