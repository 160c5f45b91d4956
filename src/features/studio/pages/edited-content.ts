import { Content } from '#domain/site-content/content.ts';
import type { ContentKey } from '#domain/site-content/content.ts';
import type { Faults } from '../form-fields.tsx';

/** A page that is being edited. */
export interface Edited {
  /** Id of the release that it will be: made once, so that saving again after a lost answer makes no second one. */
  release: string;
  /** What the shop had when editing began. */
  seen: Content;
  draft: Content;
}

/** What is being edited, by page: it stays while other pages of the studio are looked at. */
const edited = new Map<string, Edited>();

/** What is being edited on a page, begun with what the shop has unless something has been changed there. */
export function editedOn(page: string, shop: Content): Edited {
  const before = edited.get(page);
  if (before && JSON.stringify(before.draft) !== JSON.stringify(before.seen)) return before;
  return { release: crypto.randomUUID(), seen: shop, draft: shop };
}

export function keepEdited(page: string, one: Edited): void {
  edited.set(page, one);
}

export function forgetEdited(page: string): void {
  edited.delete(page);
}

/** Which of a page's kinds have been changed. */
export function changedKeys({ seen, draft }: Edited, keys: readonly ContentKey[]): ContentKey[] {
  return keys.filter((key) => JSON.stringify(seen[key]) !== JSON.stringify(draft[key]));
}

/** What is wrong with a kind, by path inside it. */
export function faultsOf(key: ContentKey, draft: Content): Faults {
  const { error } = Content.shape[key].safeParse(draft[key]);
  return new Map(error?.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

/** What a release is to change; only for what has no faults. */
export function changesOf(one: Edited, keys: readonly ContentKey[]) {
  return Object.fromEntries(
    changedKeys(one, keys).map((key) => [
      key,
      { seen: one.seen[key], now: Content.shape[key].parse(one.draft[key]) },
    ]),
  );
}
