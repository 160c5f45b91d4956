import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Content } from '#domain/site-content/content.ts';
import { saveRelease } from '#domain/wire/staff-releases.ts';
import { asStaff } from '../as-staff.ts';
import { useLeaveQuestion } from '../use-leave-question.ts';
import { goTo } from '../use-place.ts';
import type { contentPages } from './content-pages.ts';
import {
  changedKeys,
  changesOf,
  type Edited,
  editedOn,
  faultsOf,
  forgetEdited,
  keepEdited,
} from './edited-content.ts';

/** The edits of a page, saved as a draft release. */
export function usePageDraft({ page, keys, title }: (typeof contentPages)[number], shop: Content) {
  const [one, setOne] = useState(() => editedOn(page, shop));
  const client = useQueryClient();
  const changed = changedKeys(one, keys);
  useLeaveQuestion(changed.length > 0);
  const faults = new Map(keys.map((key) => [key, faultsOf(key, one.draft)]));

  const save = useMutation({
    mutationFn: (edited: Edited) =>
      asStaff(saveRelease, {
        release: edited.release,
        title: `Pages: ${title}`,
        source: 'Studio',
        changes: { content: changesOf(edited, keys) },
        options: {},
        version: 0,
      }),
    onSuccess: async (_saved, { release }) => {
      forgetEdited(page);
      await client.invalidateQueries({ queryKey: ['releases'] });
      goTo({ at: 'catalogue', page: 'release', query: { id: release } });
    },
  });

  return {
    draft: one.draft,
    change: (draft: Content) => {
      const next = { ...one, draft };
      setOne(next);
      keepEdited(page, next);
    },
    isChanged: changed.length > 0,
    faults,
    /** Whether a changed kind is invalid; unchanged ones are not saved. */
    isFaulty: changed.some((key) => faults.get(key)?.size),
    save: () => {
      if (changed.length > 0 && !save.isPending) save.mutate(one);
    },
    error: save.error,
  };
}
