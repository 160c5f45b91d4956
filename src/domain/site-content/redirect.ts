import * as z from 'zod';
import { isShopRoute } from './own-page.ts';

/** A path without a query, from which a redirect leads. A trailing slash is dropped. */
export const RedirectFrom = z
  .string()
  .trim()
  .overwrite((path) => path.replace(/(.)\/+$/, '$1'))
  .max(200, 'At most 200 characters.')
  .regex(/^(?:\/[A-Za-z0-9_~.-]+)+$/, 'A path of this shop, such as /old-page.')
  .refine((path) => !path.includes('..'), 'A path of this shop, such as /old-page.');

/** A path of the shop to which a redirect leads. */
export const RedirectTo = z
  .string()
  .trim()
  .overwrite((path) => path.replace(/(.)\/+$/, '$1'))
  .max(300, 'At most 300 characters.')
  .regex(
    /^\/(?:[A-Za-z0-9_~.-]+(?:\/[A-Za-z0-9_~.-]+)*)?(?:\?[A-Za-z0-9_~.=&%+-]*)?(?:#[A-Za-z0-9_~.-]*)?$/,
    'A path of this shop, such as /all-products.',
  );

/** A path as redirects compare it: without query, in lower case. */
export function plainPath(path: string): string {
  return path.replace(/[?#].*$/, '').toLowerCase();
}

const numbered = /^\/(?:product-details|productlisting)\/\d+$/;

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
    return { field: 'from', message: `The shop has a page at ${from}: a redirect would hide it.` };
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
  if (!isPage(end) && !/^\/product-details\/\d+$/.test(end))
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
