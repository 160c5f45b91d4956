import { ApiError } from '#api/http/api-error.ts';

/** Attempts before giving up. */
const TRIES = 5;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/**
 * Retries a call on transient failures (no network, 429, 5xx) with exponential backoff from half a
 * second, honouring `Retry-After`. Throws any other failure, and the fifth.
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
