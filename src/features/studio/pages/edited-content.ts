import { Content } from '#domain/site-content/content.ts';
import type { ContentKey } from '#domain/site-content/content.ts';
import type { Faults } from '../form/Field.tsx';

/** A page being edited. */
export interface Edited {
  /** Id of the draft release, made once: saving again after a lost response makes no second one. */
  release: string;
  /** The content when editing began. */
  seen: Content;
  draft: Content;
}

/** Edits by page, kept while other pages of the studio are shown. */
const edited = new Map<string, Edited>();

/** Edits of a page: the kept ones if it was changed, else the current content. */
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

/** Changed kinds of a page. */
export function changedKeys({ seen, draft }: Edited, keys: readonly ContentKey[]): ContentKey[] {
  return keys.filter((key) => JSON.stringify(seen[key]) !== JSON.stringify(draft[key]));
}

/** Validation errors of a kind, by path inside it. */
export function faultsOf(key: ContentKey, draft: Content): Faults {
  const { error } = Content.shape[key].safeParse(draft[key]);
  return new Map(error?.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

/** The changes for a release; valid content only. */
export function changesOf(one: Edited, keys: readonly ContentKey[]) {
  return Object.fromEntries(
    changedKeys(one, keys).map((key) => [
      key,
      { seen: one.seen[key], now: Content.shape[key].parse(one.draft[key]) },
    ]),
  );
}
