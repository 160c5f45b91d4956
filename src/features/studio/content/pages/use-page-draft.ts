import { useStore } from '@nanostores/react';
import { useQueryClient } from '@tanstack/react-query';
import type { Content } from '#domain/site-content/content.ts';
import { releasePlace } from '../../releases/release-place.ts';
import { withoutEmpty } from '../../catalogue/draft-parts.ts';
import type { EditKeeper } from '../../releases/edits/edit-keeper.ts';
import { useSaveDraft } from '../../releases/edits/use-save-draft.ts';
import { goTo } from '../../kit/use-place.ts';
import type { contentPages } from './content-pages.ts';
import { contentQuery } from './content-query.ts';
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

  const { save, problem, isBusy } = useSaveDraft(edits, {
    titleOf: () => `Pages: ${title}`,
    changesOf: (typed, draft) => {
      const others = Object.entries(draft?.changes.content ?? {}).filter(
        ([key]) => !keys.some((own) => own === key),
      );
      const content = { ...Object.fromEntries(others), ...changesOf(typed, keys) };
      return withoutEmpty({ ...draft?.changes, content });
    },
    ofShop: async () => ({ typed: typedPage(await shopContent()), by: '', at: '' }),
    ofDraft: async (draft) => {
      const { changed_by: by, changed_at: at } = draft;
      return { typed: draftPage(await shopContent(), draft), by, at };
    },
    placeOf: ({ form }) => pageDraftPlace(page, form.release),
  });

  return {
    draft: one.draft,
    state: useStore(edits.$state),
    change: (draft: Content) => edits.change({ draft }),
    isChanged: changed.length > 0,
    faults,
    /** Whether a changed kind is invalid; unchanged ones are not saved. */
    isFaulty: changed.some((key) => faults.get(key)?.size),
    save: async () => {
      if (changed.length > 0 && !isBusy && (await save()))
        goTo(releasePlace(edits.$typed.get().form.release));
    },
    problem,
  };
}
