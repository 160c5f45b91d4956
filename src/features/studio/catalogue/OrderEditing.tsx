import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { EditKeeper } from '../releases/edits/edit-keeper.ts';
import { Editing } from '../releases/edits/Editing.tsx';
import { asInShop } from '../releases/edits/theirs.ts';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { releaseQuery } from '../releases/release-queries.ts';
import { orderKind, type TypedOrder, typedOrder } from './order-kind.ts';
import { type OrderSource, savedOrder } from './use-order-draft.ts';

interface Props {
  /** Subjects of the form, as `releases.subjects` names them. */
  subjects: string[];
  source: OrderSource;
  /** The shop's present order. */
  order: readonly string[];
  /** The form's place in the shop's present order. */
  place: AreaPlace;
  /** A draft to edit. */
  release: string | undefined;
  children: (edits: EditKeeper<TypedOrder>) => ReactNode;
}

/** Edits an order: the shop's, or a draft's. */
export function OrderEditing({ subjects, source, order, place, release = '', children }: Props) {
  const [kind] = useState(() => orderKind(subjects, source.title));
  const draft = useQuery({ ...releaseQuery(release), enabled: release !== '' });
  const { data } = draft;
  const text = order.join(' ');
  const saved = useMemo(() => {
    const shop = text.split(' ').filter(Boolean);
    if (release === '') return asInShop(typedOrder(shop));
    return data && savedOrder(data, source, shop);
    // The source is a new object on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [text, release, data]);
  if (draft.isError || !saved) return <Awaited query={draft} />;
  const at = release === '' ? place : source.placeOf(release);
  return (
    <Editing kind={kind} place={at} saved={saved}>
      {children}
    </Editing>
  );
}
