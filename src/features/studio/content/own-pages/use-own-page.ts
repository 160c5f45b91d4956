import { useStore } from '@nanostores/react';
import { useQueryClient } from '@tanstack/react-query';
import type { Release } from '#domain/contracts/staff-releases.ts';
import type { StaffContent } from '#domain/contracts/staff-content.ts';
import { releasePlace } from '../../releases/release-place.ts';
import type { EditKeeper, Theirs } from '../../releases/edits/edit-keeper.ts';
import { useSaveDraft } from '../../releases/edits/use-save-draft.ts';
import { contentQuery } from '../pages/content-query.ts';
import { goTo } from '../../kit/use-place.ts';
import { ownPageDraftPlace } from './own-page-place.ts';
import { changesOfPage, draftPage, withPage } from './page-changes.ts';
import { pageFaults, type TypedPage, typedPage } from './typed-page.ts';

function titleOf({ was, removed, page }: TypedPage): string {
  const verb = removed ? 'Remove page' : was ? 'Page' : 'New page';
  return `${verb}: ${page.title.trim()}`;
}

/** A page of a draft. */
export function savedPage(id: string, shop: StaffContent, draft: Release): Theirs<TypedPage> {
  const { changed_by: by, changed_at: at } = draft;
  return { typed: draftPage(id, shop.pages[id], draft), by, at };
}

/** The form of a page; saving makes a draft release. */
export function useOwnPage(edits: EditKeeper<TypedPage>, shop: StaffContent) {
  const typed = useStore(edits.$typed);
  const client = useQueryClient();
  const load = () => client.fetchQuery({ ...contentQuery, staleTime: 0 });
  const others = Object.entries(shop.pages).flatMap(([id, { slug }]) =>
    id === typed.id ? [] : slug,
  );
  const { save, problem, isBusy } = useSaveDraft(edits, {
    titleOf,
    changesOf(form, draft) {
      const edited = changesOfPage(form, shop.redirects);
      return draft ? withPage(draft.changes, form, edited) : edited;
    },
    async ofShop({ id, was }) {
      const page = was && (await load()).pages[id];
      return page ? { typed: typedPage({ id, was: page }), by: '', at: '' } : null;
    },
    ofDraft: async (draft) => savedPage(typed.id, await load(), draft),
    placeOf: ({ form, id }) => ownPageDraftPlace(form.release, id),
  });
  return {
    typed,
    state: useStore(edits.$state),
    change: (changes: Partial<TypedPage>) => edits.change(changes),
    isChanged: edits.isChanged,
    faults: pageFaults(typed, others),
    problem,
    async save() {
      if (!isBusy && (await save())) goTo(releasePlace(edits.$typed.get().form.release));
    },
  };
}
