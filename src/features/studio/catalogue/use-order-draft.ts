import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ReleaseChanges, saveRelease } from '#domain/wire/staff-releases.ts';
import { asStaff } from '../as-staff.ts';
import { useLeaveQuestion } from '../use-leave-question.ts';
import { goTo } from '../use-place.ts';
import {
  type EditedOrder,
  editedOrder,
  forgetOrder,
  isChanged,
  keepOrder,
} from './product-order.ts';
import { releasePlace } from './release-place.ts';

interface Order {
  /** Key of the order among those being edited. */
  category: string;
  /** The shop's current order, as slugs. */
  order: readonly string[];
  /** Title of the release. */
  title: string;
  changesOf: (order: { seen: string[]; now: string[] }) => ReleaseChanges;
}

/** An order being edited, saved as a draft release. */
export function useOrderDraft({ category, order, title, changesOf }: Order) {
  const [kept, setKept] = useState(() => editedOrder({ category, order: [...order] }));
  // Until something is moved, follow the shop's current order.
  const one = isChanged(kept) ? kept : { ...kept, seen: order, now: order };
  const [said, setSaid] = useState('');
  const client = useQueryClient();
  const changed = isChanged(one);
  useLeaveQuestion(changed);

  const save = useMutation({
    mutationFn: ({ release, seen, now }: EditedOrder) => {
      const changes = changesOf({ seen: [...seen], now: [...now] });
      return asStaff(saveRelease, {
        release,
        title,
        source: 'Studio',
        changes,
        options: {},
        version: 0,
      });
    },
    onSuccess: async (_saved, { release }) => {
      forgetOrder(category);
      await client.invalidateQueries({ queryKey: ['releases'] });
      goTo(releasePlace(release));
    },
  });

  /** @param text the change, for screen readers. */
  function change(now: readonly string[], text: string): void {
    const next = { ...one, now };
    setKept(next);
    keepOrder(category, next);
    setSaid(text);
  }

  return {
    now: one.now,
    /** The last change, for screen readers. */
    said,
    change,
    changed,
    undo: () => change(one.seen, 'All moves undone.'),
    save: () => save.mutate(one),
    isSaving: save.isPending,
    error: save.error,
  };
}
