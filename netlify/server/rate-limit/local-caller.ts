import { environment } from '../environment.ts';

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Whether a call comes from the machine on which the whole stack runs: all its shoppers share one
 * address, so nothing is limited by network there. Needs both signs: a hosted function never has a
 * database on its own machine, whatever address it is told.
 * @param ip `context.ip` of a Netlify function.
 */
export function isLocalCaller(ip: string): boolean {
  const { hostname } = new URL(environment().SUPABASE_URL);
  return loopbackHosts.has(hostname) && /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i.test(ip);
}
