import { isLocalStack } from '../local-stack.ts';

/**
 * Whether a call comes from the machine on which the whole stack runs: all its shoppers share one
 * address, so nothing is limited by network there.
 * @param ip `context.ip` of a Netlify function.
 */
export function isLocalCaller(ip: string): boolean {
  return isLocalStack() && /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i.test(ip);
}
