/**
 * The headers that authenticate a call to Supabase with an API key. New keys (`sb_…`) are not JWTs and
 * go in `apikey` alone; older keys are, and are expected in both headers.
 * @see https://supabase.com/docs/guides/api/api-keys
 */
export function apiKeyHeaders(key: string): Record<string, string> {
  return key.startsWith('sb_') ? { apikey: key } : { apikey: key, Authorization: `Bearer ${key}` };
}
