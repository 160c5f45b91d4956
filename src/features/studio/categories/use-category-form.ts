import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getProductOrder } from '#domain/wire/staff-product-order.ts';
import { saveRelease } from '#domain/wire/staff-releases.ts';
import { asStaff } from '../as-staff.ts';
import { releasePlace } from '../catalogue/release-place.ts';
import { useLeaveQuestion } from '../use-leave-question.ts';
import { goTo } from '../use-place.ts';
import { categoryFaults, changesOfCategory, needsPlace } from './category-edit.ts';
import { forgetCategory, keepCategory, keptCategory } from './kept-categories.ts';
import type { TypedCategory } from './typed-category.ts';

function titleOf({ kind, was, name }: TypedCategory): string {
  const what = kind === 'category' ? 'Category' : 'Collection';
  return `${was ? what : `New ${what.toLowerCase()}`}: ${name.trim()}`;
}

/** The form's input alone, to compare. */
function inputOf(typed: TypedCategory): string {
  return JSON.stringify({ ...typed, form: null, was: null });
}

/**
 * The form of a category or collection; saving makes a draft release.
 * @param key the form's address, by which unsaved input is kept.
 */
export function useCategoryForm(key: string, saved: TypedCategory) {
  const [typed, setTyped] = useState(() => {
    const kept = keptCategory(key);
    return kept?.form.version === saved.form.version ? kept : saved;
  });
  const client = useQueryClient();
  const isChanged = inputOf(typed) !== inputOf(saved);
  useLeaveQuestion(isChanged);
  const leaves = typed.archived && typed.was && !typed.was.archived && needsPlace(typed.was);
  const category = typed.was?.slug;
  const held = useQuery({
    queryKey: ['catalogue', 'order', category],
    queryFn: ({ signal }) => asStaff(getProductOrder, { category }, { signal }),
    enabled: Boolean(leaves),
  });

  const save = useMutation({
    mutationFn: async (form: TypedCategory) => {
      const slugs = held.data?.products.map(({ slug }) => slug) ?? [];
      const changes = changesOfCategory(form, slugs);
      const { release, version } = form.form;
      const draft = { title: titleOf(form), source: 'Studio', options: {}, version };
      return asStaff(saveRelease, { release, ...draft, changes: changes ?? {} });
    },
    onSuccess: async (_saved, { form: { release } }) => {
      forgetCategory(key);
      await Promise.all([
        client.invalidateQueries({ queryKey: ['releases'] }),
        client.invalidateQueries({ queryKey: ['release', release] }),
      ]);
      goTo(releasePlace(release));
    },
  });

  return {
    typed,
    change(fields: Partial<TypedCategory>) {
      const next = { ...typed, ...fields };
      setTyped(next);
      keepCategory(key, next);
    },
    isChanged: isChanged && changesOfCategory(typed, []) !== null,
    /** Whether products must be given another category. */
    leaves: Boolean(leaves),
    faults: categoryFaults(typed),
    save() {
      if (!save.isPending && !(leaves && held.isPending)) save.mutate(typed);
    },
    error: save.error ?? held.error,
  };
}
