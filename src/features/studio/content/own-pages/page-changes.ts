import { inPlace, OwnPage } from '#domain/site-content/own-page.ts';
import { plainPath, type Redirects, redirectsForMove } from '#domain/site-content/redirect.ts';
import type { ReleaseChanges } from '#domain/contracts/staff-releases.ts';
import { pageOf, type TypedPage, typedPage } from './typed-page.ts';

/** The changes of a page's form for a release; valid input only. Null if there are none. */
export function changesOfPage(typed: TypedPage, redirects: Redirects): ReleaseChanges | null {
  const { id, was, removed, leadsTo } = typed;
  const now = removed ? null : OwnPage.parse(pageOf(typed));
  if (JSON.stringify(was && OwnPage.parse(was)) === JSON.stringify(now)) return null;
  const pages = { [id]: { seen: was, now } };
  if (!was) return { pages };
  const target = now ? `/${now.slug}` : leadsTo.trim() || null;
  const isMoved = target !== `/${was.slug}` && (removed || typed.redirects);
  const moves = isMoved ? redirectsForMove(redirects, `/${was.slug}`, target) : {};
  return { pages, ...(Object.keys(moves).length > 0 && { redirects: moves }) };
}

/** A draft's changes with others for one page. */
export function withPage(
  { pages = {}, redirects = {}, ...parts }: ReleaseChanges,
  { id, was }: Pick<TypedPage, 'id' | 'was'>,
  edited: ReleaseChanges | null,
): ReleaseChanges | null {
  const { [id]: _, ...others } = pages;
  const old = was && `/${was.slug}`;
  const kept = Object.entries(redirects).filter(
    ([from, { seen }]) => from !== old && (seen == null || plainPath(seen) !== old),
  );
  const all = {
    ...parts,
    pages: { ...others, ...edited?.pages },
    redirects: { ...Object.fromEntries(kept), ...edited?.redirects },
  };
  const filled = Object.entries(all).filter(([, part]) => Object.keys(part ?? {}).length > 0);
  return filled.length > 0 ? Object.fromEntries(filled) : null;
}

/** The form of a page in a draft, as its author typed it. @param shop undefined if it is new. */
export function draftPage(
  id: string,
  shop: OwnPage | undefined,
  { id: release, version, changes }: { id: string; version: number; changes: ReleaseChanges },
): TypedPage {
  const form = { release, version };
  const change = changes.pages?.[id];
  const was = OwnPage.safeParse(change?.seen).data ?? shop ?? null;
  const now = change?.now === null ? null : (OwnPage.safeParse(change?.now).data ?? was);
  const typed = typedPage({ id, was, now, form });
  const target = was && changes.redirects?.[`/${was.slug}`]?.now;
  return {
    ...typed,
    leadsTo: typed.removed ? (target ?? '') : '',
    redirects: was === null || now === null || was.slug === now.slug || Boolean(target),
  };
}

type Pages = Readonly<Record<string, OwnPage>>;

/** Ids of pages in their order. */
export function orderOfPages(pages: Pages): string[] {
  const all = Object.entries(pages).map(([id, { place, title }]) => ({ id, place, title }));
  return inPlace(all).map(({ id }) => id);
}

/** The order of the shop's pages in a draft; undefined if it changes none. */
export function orderInDraft(shop: Pages, { pages = {} }: ReleaseChanges) {
  const changed = Object.entries(shop).map(([id, page]) => {
    const { seen, now } = pages[id] ?? {};
    return { id, page, seen: OwnPage.safeParse(seen).data, now: OwnPage.safeParse(now).data };
  });
  const moves = changed.filter(({ seen, now }) => seen && now && seen.place !== now.place);
  if (moves.length === 0) return undefined;
  const orderBy = (side: 'seen' | 'now') =>
    orderOfPages(Object.fromEntries(changed.map((one) => [one.id, one[side] ?? one.page])));
  return { seen: orderBy('seen'), now: orderBy('now') };
}

/** A draft's changes with the shop's pages in another order, given by their ids. */
export function withOrderOfPages(
  shop: Pages,
  changes: ReleaseChanges,
  order: readonly string[],
): ReleaseChanges {
  const pages = new Map(Object.entries(changes.pages ?? {}));
  for (const [place, id] of order.entries()) {
    const page = shop[id];
    const before = pages.get(id);
    // A page that the draft removes has no place.
    if (!page || before?.now === null) continue;
    const seen = OwnPage.safeParse(before?.seen).data ?? page;
    const now = { ...(OwnPage.safeParse(before?.now).data ?? page), place };
    if (JSON.stringify(seen) === JSON.stringify(now)) pages.delete(id);
    else pages.set(id, { seen, now });
  }
  return { ...changes, pages: Object.fromEntries(pages) };
}
