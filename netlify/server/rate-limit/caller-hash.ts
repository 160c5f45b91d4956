import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { environment } from '../environment.ts';

/** The first four groups of an IPv6 address: what one customer of a network is given at least. */
function network64(address: string): string {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const between = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: between }, () => '0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Who an address stands for: an IPv4 address itself, of IPv6 the network, since every machine in it
 * can take billions of addresses. What is no address stands for one caller together.
 * @param ip `context.ip` of a Netlify function, which Netlify takes from the connection; never a
 *   header, which anybody can write.
 */
export function networkOf(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(address)) return address;
  return isIPv6(address) ? network64(address) : 'unknown';
}

/**
 * One spelling for all spellings that log in to the same account. The database compares with
 * `lower()`; this treats at least those as equal, so that no spelling has attempts of its own.
 */
export function foldedName(username: string): string {
  return username.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().toUpperCase().trim();
}

/** What the database keeps in place of addresses and names; without our key it cannot be tried out. */
export function callerHash(...parts: readonly string[]): string {
  return createHmac('sha256', environment().SUPABASE_SECRET_KEY)
    .update(JSON.stringify(parts))
    .digest('base64url');
}
