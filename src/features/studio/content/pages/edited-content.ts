import { type DraftVersion, newDraft } from '../../releases/edits/theirs.ts';
import { Content } from '#domain/site-content/content.ts';
import type { ContentKey } from '#domain/site-content/content.ts';
import type { Release } from '#domain/contracts/staff-releases.ts';
import type { Faults } from '../../kit/form/Field.tsx';

/** The form of a page. */
export interface TypedPage {
  form: DraftVersion;
  /** The shop's content when editing began. */
  seen: Content;
  draft: Content;
}

/** A page's form before anything is typed. */
export function typedPage(shop: Content, form = newDraft()) {
  return { form, seen: shop, draft: shop } satisfies TypedPage;
}

/** The form of a page in a draft, as its author typed it. */
export function draftPage(
  shop: Content,
  { id, version, changes }: Pick<Release, 'id' | 'version' | 'changes'>,
): TypedPage {
  const form = { release: id, version };
  const entries = Object.entries(changes.content ?? {});
  const seen = Object.fromEntries(
    entries.flatMap(([key, one]) => (one.seen ? [[key, one.seen]] : [])),
  );
  const now = Object.fromEntries(entries.map(([key, one]) => [key, one.now]));
  // A value seen by an older version of the studio may have another shape; the present one replaces it.
  const known = (values: object) => Content.safeParse({ ...shop, ...values }).data ?? shop;
  return { form, seen: known(seen), draft: known(now) };
}

/** Changed kinds of a page. */
export function changedKeys({ seen, draft }: TypedPage, keys: readonly ContentKey[]): ContentKey[] {
  return keys.filter((key) => JSON.stringify(seen[key]) !== JSON.stringify(draft[key]));
}

/** Validation errors of a kind, by path inside it. */
export function faultsOf(key: ContentKey, draft: Content): Faults {
  const { error } = Content.shape[key].safeParse(draft[key]);
  return new Map(error?.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

/** The changes for a release; valid content only. */
export function changesOf(one: TypedPage, keys: readonly ContentKey[]) {
  return Object.fromEntries(
    changedKeys(one, keys).map((key) => [
      key,
      { seen: one.seen[key], now: Content.shape[key].parse(one.draft[key]) },
    ]),
  );
}
