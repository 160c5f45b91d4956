/**
 * The headers that authenticate a call to Supabase with an API key. Keys of today's form (`sb_…`) are
 * no tokens, so they go in `apikey` alone; those of older projects are, and are expected in both.
 * @see https://supabase.com/docs/guides/api/api-keys
 */
export function apiKeyHeaders(key: string): Record<string, string> {
  return key.startsWith('sb_') ? { apikey: key } : { apikey: key, Authorization: `Bearer ${key}` };
}
