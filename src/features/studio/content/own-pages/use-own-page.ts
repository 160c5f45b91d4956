import { useStore } from '@nanostores/react';
import { useQueryClient } from '@tanstack/react-query';
import type { Release } from '#domain/contracts/staff-releases.ts';
import type { StaffContent } from '#domain/contracts/staff-content.ts';
import type { EditKeeper } from '../../releases/edits/edit-keeper.ts';
import { asInDraft, asInShop, type Theirs } from '../../releases/edits/theirs.ts';
import { useSaveDraft } from '../../releases/edits/use-save-draft.ts';
import { contentQuery } from '../../kit/content-query.ts';
import { ownPageDraftPlace } from './own-page-place.ts';
import { changesOfPage, draftPage, withPage } from './page-changes.ts';
import { pageFaults, type TypedPage, typedPage } from './typed-page.ts';

function titleOf({ was, removed, page }: TypedPage): string {
  const verb = removed ? 'Remove page' : was ? 'Page' : 'New page';
  return `${verb}: ${page.title.trim()}`;
}

/** A page of a draft. */
export function savedPage(id: string, shop: StaffContent, draft: Release): Theirs<TypedPage> {
  return asInDraft(draftPage(id, shop.pages[id], draft), draft);
}

/** The form of a page; saving makes a draft release. */
export function useOwnPage(edits: EditKeeper<TypedPage>, shop: StaffContent) {
  const typed = useStore(edits.$typed);
  const client = useQueryClient();
  const load = () => client.fetchQuery({ ...contentQuery, staleTime: 0 });
  const others = Object.entries(shop.pages).flatMap(([id, { slug }]) =>
    id === typed.id ? [] : slug,
  );
  const draft = useSaveDraft(edits, {
    titleOf,
    changesOf(form, into) {
      const edited = changesOfPage(form, shop.redirects);
      return into ? withPage(into.changes, form, edited) : edited;
    },
    async ofShop({ id, was }) {
      const page = was && (await load()).pages[id];
      return page ? asInShop(typedPage({ id, was: page })) : null;
    },
    ofDraft: async (into) => savedPage(typed.id, await load(), into),
    placeOf: ({ form, id }) => ownPageDraftPlace(form.release, id),
  });
  return {
    typed,
    draft,
    change: (changes: Partial<TypedPage>) => edits.change(changes),
    faults: pageFaults(typed, others),
  };
}
