import { useStore } from '@nanostores/react';
import { useQueryClient } from '@tanstack/react-query';
import type { Release } from '#domain/contracts/staff-releases.ts';
import { orderQuery } from '../catalogue/catalogue-queries.ts';
import type { EditKeeper } from '../releases/edits/edit-keeper.ts';
import { asInDraft, asInShop, type Theirs } from '../releases/edits/theirs.ts';
import { useSaveDraft } from '../releases/edits/use-save-draft.ts';
import { categoriesQuery } from './categories-query.ts';
import { draftCategory, withCategory } from './category-draft.ts';
import { categoryFaults, categorySlug, changesOfCategory, needsPlace } from './category-edit.ts';
import { categoryDraftPlace } from './category-place.ts';
import { type TypedCategory, typedCategory } from './typed-category.ts';

function titleOf({ kind, was, name }: TypedCategory): string {
  const what = kind === 'category' ? 'Category' : 'Collection';
  return `${was ? what : `New ${what.toLowerCase()}`}: ${name.trim()}`;
}

/** Whether a category with products is archived. */
function leaves({ archived, was }: TypedCategory): boolean {
  return archived && was !== null && !was.archived && needsPlace(was);
}

/**
 * The form of a category or collection; saving makes a draft release.
 * @param slug in its draft; undefined before the first save.
 */
export function useCategoryForm(edits: EditKeeper<TypedCategory>, slug: string | undefined) {
  const typed = useStore(edits.$typed);
  const client = useQueryClient();

  /** Slug of the category, which stays once it is in a draft. */
  function slugIn(form: TypedCategory): string {
    const all = client.getQueryData(categoriesQuery.queryKey) ?? [];
    return (
      slug ??
      categorySlug(
        form,
        all.map((one) => one.slug),
      )
    );
  }

  async function shopCategory(one: string | undefined) {
    const all = await client.fetchQuery({ ...categoriesQuery, staleTime: 0 });
    return all.find((other) => other.slug === one);
  }

  const isChanged = edits.isChanged && changesOfCategory(typed, [], '') !== null;
  const draft = useSaveDraft(
    edits,
    {
      titleOf,
      async changesOf(form, into) {
        const held = leaves(form)
          ? await client.fetchQuery({ ...orderQuery(form.was?.slug), staleTime: 0 })
          : null;
        const own = slugIn(form);
        const edited = changesOfCategory(form, held?.products.map((one) => one.slug) ?? [], own);
        return into ? withCategory(into.changes, own, edited) : edited;
      },
      ofShop: async ({ was }) => {
        const shop = was && (await shopCategory(was.slug));
        return shop ? asInShop(typedCategory(shop, shop)) : null;
      },
      ofDraft: async (into) => savedCategory(into, slugIn(edits.base), await shopCategory(slug)),
      placeOf: (form) => categoryDraftPlace(form.form.release, slugIn(form)),
    },
    isChanged,
  );

  return {
    typed,
    draft,
    change: (fields: Partial<TypedCategory>) => edits.change(fields),
    /** Whether products must be given another category. */
    leaves: leaves(typed),
    faults: categoryFaults(typed),
  };
}

/** A category of a draft. @param shop undefined if it is new. */
export function savedCategory(
  draft: Release,
  slug: string,
  shop: Parameters<typeof draftCategory>[0],
): Theirs<TypedCategory> {
  return asInDraft(draftCategory(shop, slug, draft), draft);
}
