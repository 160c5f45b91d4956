import { RedirectFrom, type Redirects, RedirectTo } from '#domain/site-content/redirect.ts';
import type { ReleaseChanges } from '#domain/contracts/staff-releases.ts';
import type { TypedRedirect, TypedRedirects } from './redirects-kind.ts';

function plain({ from, to }: TypedRedirect): [string, string] {
  return [RedirectFrom.safeParse(from).data ?? from, RedirectTo.safeParse(to).data ?? to];
}

/** The changes of redirects for a release. */
function changesOfRedirects(shop: Redirects, rows: readonly TypedRedirect[]) {
  const now = new Map(rows.map(plain));
  const gone = Object.entries(shop).filter(([from]) => !now.has(from));
  const changed = [...now].filter(([from, to]) => shop[from] !== to);
  return Object.fromEntries([
    ...gone.map(([from, to]) => [from, { seen: to, now: null }] as const),
    ...changed.map(([from, to]) => [from, { seen: shop[from] ?? null, now: to }] as const),
  ]);
}

/** A draft's changes with those of the redirects' form; null if none are left. */
export function withRedirects(
  changes: ReleaseChanges,
  { seen, rows }: Pick<TypedRedirects, 'seen' | 'rows'>,
): ReleaseChanges | null {
  const { redirects: _, ...parts } = changes;
  const redirects = changesOfRedirects(seen, rows);
  const all = { ...parts, ...(Object.keys(redirects).length > 0 && { redirects }) };
  return Object.keys(all).length > 0 ? all : null;
}
