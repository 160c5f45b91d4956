import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Release, ReleaseChanges } from '#domain/contracts/staff-releases.ts';
import type { EditKeeper } from '../releases/edits/edit-keeper.ts';
import { asInDraft, asInShop, type Theirs } from '../releases/edits/theirs.ts';
import { useSaveDraft } from '../releases/edits/use-save-draft.ts';
import type { AreaPlace } from '../kit/place.ts';
import { type TypedOrder, typedOrder } from './order-kind.ts';

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
  draft: Release,
  { orderIn }: Pick<OrderSource, 'orderIn'>,
  shop: readonly string[],
): Theirs<TypedOrder> {
  const order = orderIn(draft.changes);
  const form = { release: draft.id, version: draft.version };
  const seen = [...(order?.seen ?? shop)];
  return asInDraft({ form, seen, now: [...(order?.now ?? seen)] }, draft);
}

/** An order being edited, saved as a draft release. */
export function useOrderDraft(edits: EditKeeper<TypedOrder>, source: OrderSource) {
  const { title, load, withOrder, placeOf } = source;
  const one = useStore(edits.$typed);
  const [said, setSaid] = useState('');
  const saving = useSaveDraft(edits, {
    titleOf: () => title,
    changesOf: ({ seen, now }, draft) => withOrder(draft?.changes ?? {}, { seen, now }),
    ofShop: async () => asInShop(typedOrder(await load())),
    ofDraft: async (draft) => savedOrder(draft, source, await load()),
    placeOf: ({ form }) => placeOf(form.release),
  });

  /** @param text the change, for screen readers. */
  function change(now: readonly string[], text: string): void {
    edits.change({ now: [...now] });
    setSaid(text);
  }

  return {
    ...saving,
    now: one.now,
    /** The last change, for screen readers. */
    said,
    change,
    undo: () => {
      edits.startOver();
      setSaid('All moves undone.');
    },
  };
}
