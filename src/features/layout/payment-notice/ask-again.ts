const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Delay before polling for a payment's order, in milliseconds: 2 s, 4 s, 8 s … up to a minute, or longer
 * if the server asks for it. From a day after the shopper's return each page polls only once; then null.
 * @param asked number of polls by this page.
 * @param sinceMs time since the shopper's return.
 * @param retryAfter the server's `Retry-After`, in seconds.
 */
export function askAgainIn(
  asked: number,
  sinceMs: number,
  retryAfter: number | null = null,
): number | null {
  if (asked > 0 && sinceMs > DAY_MS) return null;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** asked, LONGEST_WAIT_MS);
  return Math.max(wait, (retryAfter ?? 0) * 1000);
}
