import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Release, ReleaseChanges } from '#domain/contracts/staff-releases.ts';
import type { EditKeeper, Theirs } from '../releases/edits/edit-keeper.ts';
import { useSaveDraft } from '../releases/edits/use-save-draft.ts';
import type { AreaPlace } from '../kit/place.ts';
import { goTo } from '../kit/use-place.ts';
import { type TypedOrder, typedOrder } from './order-kind.ts';
import { releasePlace } from '../releases/release-place.ts';

type Order = { seen?: readonly string[] | undefined; now: readonly string[] };

/** A sorted list: a category's products, or the menu. */
export interface OrderSource {
  /** Title of its release. */
  title: string;
  /** The shop's present order. */
  load: () => Promise<readonly string[]>;
  /** The order in a draft; undefined if there is none. */
  orderIn: (changes: ReleaseChanges) => Order | undefined;
  /** A draft's changes with this order. */
  withOrder: (changes: ReleaseChanges, order: { seen: string[]; now: string[] }) => ReleaseChanges;
  /** The form's place once it is a draft. */
  placeOf: (release: string) => AreaPlace;
}

/** The order in a draft. @param shop the shop's present one. */
export function savedOrder(
  { id, version, changes, changed_by: by, changed_at: at }: Release,
  { orderIn }: Pick<OrderSource, 'orderIn'>,
  shop: readonly string[],
): Theirs<TypedOrder> {
  const order = orderIn(changes);
  const form = { release: id, version };
  const seen = [...(order?.seen ?? shop)];
  return { typed: { form, seen, now: [...(order?.now ?? seen)] }, by, at };
}

/** An order being edited, saved as a draft release. */
export function useOrderDraft(edits: EditKeeper<TypedOrder>, source: OrderSource) {
  const { title, load, withOrder, placeOf } = source;
  const one = useStore(edits.$typed);
  const state = useStore(edits.$state);
  const [said, setSaid] = useState('');
  const { save, problem, isBusy } = useSaveDraft(edits, {
    titleOf: () => title,
    changesOf: ({ seen, now }, draft) => withOrder(draft?.changes ?? {}, { seen, now }),
    ofShop: async () => ({ typed: typedOrder(await load()), by: '', at: '' }),
    ofDraft: async (draft) => savedOrder(draft, source, await load()),
    placeOf: ({ form }) => placeOf(form.release),
  });

  /** @param text the change, for screen readers. */
  function change(now: readonly string[], text: string): void {
    edits.change({ now: [...now] });
    setSaid(text);
  }

  return {
    now: one.now,
    /** The last change, for screen readers. */
    said,
    state,
    change,
    changed: edits.isChanged,
    undo: () => {
      edits.startOver();
      setSaid('All moves undone.');
    },
    save: async () => {
      if (await save()) goTo(releasePlace(edits.$typed.get().form.release));
    },
    isSaving: isBusy,
    problem,
  };
}
