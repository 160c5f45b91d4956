import { useStore } from '@nanostores/react';
import { useQueryClient } from '@tanstack/react-query';
import type { Content } from '#domain/site-content/content.ts';
import { withoutEmpty } from '../../catalogue/draft-parts.ts';
import type { EditKeeper } from '../../releases/edits/edit-keeper.ts';
import { asInDraft, asInShop } from '../../releases/edits/theirs.ts';
import { useSaveDraft } from '../../releases/edits/use-save-draft.ts';
import type { contentPages } from './content-pages.ts';
import { contentQuery } from '../../kit/content-query.ts';
import {
  changedKeys,
  changesOf,
  draftPage,
  faultsOf,
  type TypedPage,
  typedPage,
} from './edited-content.ts';
import { pageDraftPlace } from './page-place.ts';

/** The edits of a page, saved as a draft release. */
export function usePageDraft(
  { page, keys, title }: (typeof contentPages)[number],
  edits: EditKeeper<TypedPage>,
) {
  const one = useStore(edits.$typed);
  const client = useQueryClient();
  const changed = changedKeys({ ...one, seen: edits.base.draft }, keys);
  const faults = new Map(keys.map((key) => [key, faultsOf(key, one.draft)]));
  const shopContent = async () =>
    (await client.fetchQuery({ ...contentQuery, staleTime: 0 })).content;

  const draft = useSaveDraft(
    edits,
    {
      titleOf: () => `Pages: ${title}`,
      changesOf: (typed, into) => {
        const others = Object.entries(into?.changes.content ?? {}).filter(
          ([key]) => !keys.some((own) => own === key),
        );
        const content = { ...Object.fromEntries(others), ...changesOf(typed, keys) };
        return withoutEmpty({ ...into?.changes, content });
      },
      ofShop: async () => asInShop(typedPage(await shopContent())),
      ofDraft: async (into) => asInDraft(draftPage(await shopContent(), into), into),
      placeOf: ({ form }) => pageDraftPlace(page, form.release),
    },
    changed.length > 0,
  );

  return {
    content: one.draft,
    draft,
    change: (content: Content) => edits.change({ draft: content }),
    faults,
    /** Whether a changed kind is invalid; unchanged ones are not saved. */
    isFaulty: changed.some((key) => faults.get(key)?.size),
  };
}
