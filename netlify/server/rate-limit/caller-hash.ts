import { isIPv4, isIPv6 } from 'node:net';
import { nameKey } from '#domain/names/name-key.ts';
import { plainLetters } from '#domain/names/plain-letters.ts';
import { keyedHash } from '../keyed-hash.ts';
import { isLocalCaller } from './local-caller.ts';

/** The /64 prefix of an IPv6 address: the smallest block that a provider assigns to a customer. */
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
 * The unit that is rate limited: an IPv4 address, or an IPv6 address's /64 network, since each
 * machine there can use billions of addresses. Everything else counts as one `unknown` caller.
 * @param ip `context.ip` of a Netlify function, which Netlify takes from the connection; never a
 *   header, which anyone can forge.
 */
export function networkOf(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(address)) return address;
  return isIPv6(address) ? network64(address) : 'unknown';
}

/**
 * Folds all spellings that log in to the same account into one. The database compares with
 * `name_key`; this folds at least as much, so that no spelling gets attempts of its own.
 */
export function foldedName(username: string): string {
  return plainLetters(nameKey(username));
}

/** Stored instead of addresses and names; keyed (HMAC), so that it cannot be reversed by brute force. */
export function callerHash(...parts: readonly string[]): string {
  return keyedHash(parts).toString('base64url');
}

/** The hash by which a network's unpaid holds are counted; null for a developer's machine. */
export function holdingNetwork(ip: string): string | null {
  return isLocalCaller(ip) ? null : callerHash(networkOf(ip));
}
