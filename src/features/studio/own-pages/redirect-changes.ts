import { RedirectFrom, type Redirects, RedirectTo } from '#domain/site-content/redirect.ts';

/** A redirect in a form. */
export interface TypedRedirect {
  id: string;
  from: string;
  to: string;
}

function plain({ from, to }: TypedRedirect): [string, string] {
  return [RedirectFrom.safeParse(from).data ?? from, RedirectTo.safeParse(to).data ?? to];
}

/** The changes of redirects for a release. */
export function changesOfRedirects(shop: Redirects, rows: readonly TypedRedirect[]) {
  const now = new Map(rows.map(plain));
  const gone = Object.entries(shop).filter(([from]) => !now.has(from));
  const changed = [...now].filter(([from, to]) => shop[from] !== to);
  return Object.fromEntries([
    ...gone.map(([from, to]) => [from, { seen: to, now: null }] as const),
    ...changed.map(([from, to]) => [from, { seen: shop[from] ?? null, now: to }] as const),
  ]);
}
