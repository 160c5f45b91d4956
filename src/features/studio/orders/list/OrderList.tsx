import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { StaffRow } from '#domain/contracts/staff-orders.ts';
import { useMay } from '../../kit/may.ts';
import { NoOrders } from './NoOrders.tsx';
import { OrderListBar } from './OrderListBar.tsx';
import { OrderRows } from './OrderRows.tsx';
import { PageLinks } from '../../kit/PageLinks.tsx';
import { addressOf, placeIn } from '../../kit/place.ts';
import { Awaited } from '../../kit/Awaited.tsx';
import { ordersQuery } from '../queries.ts';
import type { ListPlace } from '../queries.ts';
import { SelectAll } from './SelectAll.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useKeys } from '../../kit/use-keys.ts';
import { usePrefetch } from './use-ahead.ts';
import { stepFocus, toggleFocused } from './use-row-focus.ts';

/** Delay before the next page is prefetched, in ms: the requested page comes first. */
const NEXT_MS = 250;

function useNextPage(next: string | null): void {
  const prefetch = usePrefetch();
  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(() => prefetch(placeIn(next.replace(/^.*\?/, ''))), NEXT_MS);
    return () => clearTimeout(timer);
  }, [next, prefetch]);
}

/** A list of orders with search, filters and actions on selected orders. */
export function OrderList({ place }: { place: ListPlace }) {
  const may = useMay();
  const [chosen, setChosen] = useState<ReadonlyMap<string, StaffRow>>(new Map());
  const [news, setNews] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const filterFields = useRef<HTMLFieldSetElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const orders = useQuery({
    ...ordersQuery(place),
    // The same list stays visible while it is searched or filtered; another list starts empty.
    placeholderData: (before, query) => (query?.queryKey[1] === place.list ? before : undefined),
  });
  const rows = useMemo(() => orders.data?.rows ?? [], [orders.data]);
  const next = orders.data?.next ? { ...place, after: orders.data.next } : null;

  useNextPage(next && !orders.isPlaceholderData ? addressOf(next) : null);
  useKeys({
    j: () => stepFocus(1),
    ArrowDown: () => stepFocus(1),
    k: () => stepFocus(-1),
    ArrowUp: () => stepFocus(-1),
    x: toggleFocused,
    a: () => {
      const selectable = rows.filter(({ order }) => order !== null);
      setChosen(new Map([...chosen, ...selectable.map((row) => [row.key, row] as const)]));
    },
    Escape: () => setChosen(new Map()),
    '/': () => search.current?.focus(),
    f: () => filterFields.current?.querySelector('select')?.focus(),
  });

  function done(text: string, sent: ReadonlySet<number>): void {
    setNews(text);
    setChosen(new Map([...chosen].filter(([, { order }]) => order === null || !sent.has(order))));
    heading.current?.focus();
  }

  const chosenNow = [...chosen.values()].map(
    (row) => rows.find(({ key }) => key === row.key) ?? row,
  );
  return (
    <>
      <OrderListBar
        place={place}
        page={orders.data}
        heading={heading}
        search={search}
        filterFields={filterFields}
        onSent={setNews}
      />
      <output className="studio-news">{news}</output>
      <Awaited query={orders} />
      {orders.data && rows.length === 0 && <NoOrders place={place} />}
      {rows.length > 0 && (
        <div data-stale={orders.isPlaceholderData ? '' : undefined}>
          <OrderRows list={place.list} rows={rows} chosen={chosen} onChoose={setChosen} />
        </div>
      )}
      {may('pack') && orders.data && (
        <SelectAll place={place} page={orders.data} chosen={chosen} onChoose={setChosen} />
      )}
      <PageLinks first={place.after === null ? null : { ...place, after: null }} next={next} />
      {may('pack') && (
        <SelectionBar
          chosen={chosenNow}
          sellsLabels={orders.data?.sells_labels === true}
          onClear={() => setChosen(new Map())}
          onDispatched={done}
        />
      )}
    </>
  );
}
