import { isLoopback } from '#domain/basics/loopback.ts';
import { environment } from './environment.ts';

/**
 * Whether the shop runs on a developer's machine: a hosted function never has a local
 * database, whatever a request says.
 */
export function isLocalStack(): boolean {
  return isLoopback(environment().SUPABASE_URL);
}
