import { environment } from './environment.ts';

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Whether the shop runs on a developer's machine: a hosted function never has a database on its own
 * machine, whatever a request says.
 */
export function isLocalStack(): boolean {
  return loopbackHosts.has(new URL(environment().SUPABASE_URL).hostname);
}
