import * as z from 'zod';
import { visibleText } from '../basics/plain-line.ts';
import { isShopRoute } from './own-page.ts';

/** Base for parsing a path; `.invalid` can never be a real host (RFC 2606). */
const ANYWHERE = 'https://shop.invalid';

/**
 * A path with its characters decoded, as Netlify compares it, except those that would mean something else: % ? # / \.
 * Unchanged where an escape sequence is invalid.
 */
function decodedPath(path: string): string {
  return path.normalize('NFC').replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run)
        .normalize('NFC')
        .replaceAll(/[%?#/\\]/g, encodeURIComponent);
    } catch {
      return run;
    }
  });
}

function withoutSlash(path: string): string {
  return path.replace(/(.)\/+$/, '$1');
}

/** Segments of a path, none of which is a dot segment or a placeholder of Netlify's rules. */
const PATH = /^(?:\/(?!:|\.{1,2}(?:\/|$))(?:[^\s%?#/\\*]|%(?:25|23|3F))+)+$/;

function isRedirectPath(path: string): boolean {
  return PATH.test(path) && visibleText(path) === path;
}

/**
 * A path without a query, from which a redirect leads. Percent-encoded characters are decoded, a trailing slash is
 * dropped.
 */
export const RedirectFrom = z
  .string()
  .trim()
  .overwrite((path) => withoutSlash(decodedPath(path)))
  .max(200, 'At most 200 characters.')
  .refine(
    (path) => !path.includes('?'),
    'Leave out ? and what follows: the address leads on with and without it.',
  )
  .refine(
    isRedirectPath,
    'A path of this shop, such as /old-page, without spaces or *. Write a percent sign as %25.',
  );

/** A path as `RedirectFrom` writes it, with query and fragment percent-encoded; '' if it is none. */
function encodedTarget(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  const rest = target.slice(path.length);
  const decoded = withoutSlash(decodedPath(path));
  if (visibleText(target) !== target || (decoded !== '/' && !isRedirectPath(decoded))) return '';
  const { search, hash } = new URL(`/${rest}`, ANYWHERE);
  // A colon would begin a placeholder of Netlify's rules, and a backslash is a slash to some browsers.
  const encoded = (search + hash).replaceAll(/[:\\]/g, encodeURIComponent);
  return decoded + encoded;
}

/** A path of the shop to which a redirect leads. */
export const RedirectTo = z
  .string()
  .trim()
  .overwrite(encodedTarget)
  .min(1, 'A path of this shop, such as /all-products.')
  .max(300, 'At most 300 characters.');

/** A path as redirects compare it (plain_path in SQL): without query, in lower case, composed. */
export function plainPath(path: string): string {
  return path
    .replace(/[?#].*$/, '')
    .normalize('NFC')
    .toLowerCase();
}

const numbered = /^\/(?:product-details|productlisting)\/[1-9]\d*$/;

/** Targets of redirects by the path from which they lead. */
export type Redirects = Readonly<Record<string, string>>;

/**
 * Why the shop cannot have a redirect; null if it can. The database decides (refuse_redirects); pages of products are only
 * known there.
 * @param isPage whether a path, in lower case, has a page.
 */
export function redirectFault(
  { from, to }: { from: string; to: string },
  others: Redirects,
  isPage: (path: string) => boolean,
): { field: 'from' | 'to'; message: string } | null {
  const [start, end] = [plainPath(from), plainPath(to)];
  const [, segment = ''] = start.split('/');
  if (isPage(start) || (isShopRoute(segment) && !numbered.test(start)))
    return { field: 'from', message: `The shop itself uses ${from}: a redirect would hide it.` };
  if (start === end) return { field: 'to', message: `${from} would redirect to itself.` };
  const all = Object.entries(others).filter(([other]) => plainPath(other) !== start);
  const further = all.find(([other]) => plainPath(other) === end)?.[1];
  if (further !== undefined) {
    const message =
      plainPath(further) === start
        ? `${from} and ${to} would redirect to each other, without end.`
        : `${to} itself redirects to ${further}. Let this lead to ${further}.`;
    return { field: 'to', message };
  }
  const before = all.find(([, target]) => plainPath(target) === start)?.[0];
  if (before !== undefined) {
    const message = `${before} redirects here. Let it lead to ${to} first.`;
    return { field: 'from', message };
  }
  if (!isPage(end) && !/^\/product-details\/[1-9]\d*$/.test(end))
    return { field: 'to', message: `The shop has no page at ${to}.` };
  return null;
}

/**
 * Changes of redirects when a page moves: the old address leads to the new one, those that led to the old address to the
 * new one, and none from the new address.
 * @param now null if the page goes away: then those that led to it go as well.
 */
export function redirectsForMove(
  redirects: Redirects,
  was: string,
  now: string | null,
): Record<string, { seen: string | null; now: string | null }> {
  const followed = Object.entries(redirects).flatMap(([from, to]) => {
    if (now !== null && plainPath(from) === now) return [[from, { seen: to, now: null }] as const];
    return plainPath(to) === was ? [[from, { seen: to, now }] as const] : [];
  });
  return {
    ...Object.fromEntries(followed),
    ...(now !== null && { [was]: { seen: redirects[was] ?? null, now } }),
  };
}
