/**
 * Limits requests by key as Supabase Auth does: `burst` at once, then `perMinute`.
 * @returns a function that says whether a request with a key may pass.
 */
export function tokenBucket(perMinute: number, burst: number): (key: string) => boolean {
  const buckets = new Map<string, { left: number; at: number }>();
  return (key) => {
    const now = Date.now();
    const { left, at } = buckets.get(key) ?? { left: burst, at: now };
    const filled = Math.min(burst, left + ((now - at) / 60_000) * perMinute);
    buckets.set(key, { left: Math.max(filled - 1, filled % 1), at: now });
    return filled >= 1;
  };
}
