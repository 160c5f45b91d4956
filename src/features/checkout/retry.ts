import { ApiError } from '#api/http/api-error.ts';

/** How often a call is tried before it is given up. */
const TRIES = 5;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/**
 * Makes a call again while it fails in a way that may pass (no network, 429, 5xx), with waits that
 * double from half a second. Any other failure, and the fifth, is thrown.
 */
export async function retry<Answer>(
  call: () => Promise<Answer>,
  firstWaitMs: number = FIRST_WAIT_MS,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      const passing = error instanceof ApiError && error.isPassing;
      if (!passing || tries === TRIES) throw error;
      const asked = (error.retryAfter ?? 0) * 1000;
      await wait(Math.min(Math.max(firstWaitMs * 2 ** (tries - 1), asked), LONGEST_WAIT_MS));
    }
  }
}
