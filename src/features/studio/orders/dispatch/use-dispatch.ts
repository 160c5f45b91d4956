import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { trackingNumber } from '#domain/orders/carrier.ts';
import { countText } from '#domain/basics/count-text.ts';
import { dispatchParcels, type Dispatched, mostParcels } from '#domain/contracts/staff-dispatch.ts';
import type { StaffOrdersAnswer, StaffRow } from '#domain/contracts/staff-orders.ts';
import { asStaff } from '../../kit/as-staff.ts';
import { labelsQuery } from './labels-query.ts';
import { refusedText, sentWarning } from './dispatch-texts.ts';
import { useCarrierChoice } from './use-carrier-choice.tsx';

/** Shown for a parcel that was dispatched while others were refused. */
export const DISPATCHED = 'Dispatched.';

export type SentRow = StaffRow & { order: number };

export interface DispatchProps {
  rows: readonly SentRow[];
  onClose: () => void;
  onDispatched: (text: string, orders: ReadonlySet<number>) => void;
}

/** A row with the others of its parcel. */
function ordersOf(row: SentRow) {
  return [row, ...row.with];
}

/** Removes fully dispatched orders from the cached lists at once; a refetch follows. */
function removeSent(client: QueryClient, sent: readonly Dispatched[]): void {
  const whole = new Set(
    sent.filter(({ units_to_send }) => units_to_send === 0).map(({ order }) => order),
  );
  for (const list of ['to_send', 'late']) {
    client.setQueriesData<StaffOrdersAnswer>({ queryKey: ['orders', list] }, (page) => {
      if (!page) return page;
      const stay = page.rows.filter(({ order }) => order === null || !whole.has(order));
      return { ...page, rows: stay, total: page.total - (page.rows.length - stay.length) };
    });
  }
  void client.invalidateQueries();
}

/** Fills calls with whole parcels. */
function inCalls<Entry>(parcels: readonly Entry[][]): Entry[][] {
  const calls: Entry[][] = [];
  for (const parcel of parcels) {
    const last = calls.at(-1);
    if (last && last.length + parcel.length <= mostParcels) last.push(...parcel);
    else calls.push([...parcel]);
  }
  return calls;
}

/** The tracking numbers typed for several orders, and their dispatch. */
export function useDispatch({ rows, onClose, onDispatched }: DispatchProps) {
  const client = useQueryClient();
  const { carrier, fields, remember } = useCarrierChoice();
  /** Carriers chosen for single orders; the others go with that of all. */
  const [own, setOwn] = useState<ReadonlyMap<number, string>>(new Map());
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, string>>(new Map());
  // Idempotency keys: pressing again after a lost response dispatches nothing twice.
  const [events] = useState(
    () => new Map(rows.flatMap(ordersOf).map(({ order }) => [order, crypto.randomUUID()])),
  );
  const left = rows.filter(({ order }) => !outcomes.has(order));
  const bought = useQuery(labelsQuery(rows.map(({ order }) => order)));
  /** Labels in hand; one that does not fit the parcel any more is left out. */
  const labels = new Map(
    (bought.data?.labels ?? [])
      .filter(({ state, changed }) => state === 'bought' && !changed)
      .flatMap((label) => label.orders.map((order) => [order, label] as const)),
  );
  const ownOf = (order: number) =>
    own.get(order) ?? (typed.has(order) ? '' : (labels.get(order)?.carrier ?? ''));
  const carrierOf = (order: number) => ownOf(order) || carrier;
  const typedOf = (order: number) => typed.get(order) ?? labels.get(order)?.tracking_number ?? '';
  const numberOf = (order: number) => trackingNumber(typedOf(order));
  const numbers = left.map(({ order }) => numberOf(order));

  function parcelOf(row: SentRow) {
    return ordersOf(row).map(({ order, items }) => ({
      event: events.get(order) ?? crypto.randomUUID(),
      order,
      with: order === row.order ? null : row.order,
      carrier: carrierOf(row.order),
      tracking_number: numberOf(row.order) || null,
      // The quantities shown when the dialog opened: the server refuses pieces cancelled since.
      items: items.flatMap(({ variant_id, to_send }) =>
        to_send > 0 ? [{ variant_id, quantity: to_send }] : [],
      ),
    }));
  }

  function finish(sent: readonly Dispatched[]): void {
    remember();
    removeSent(client, sent);
    const refused = sent.filter(({ outcome }) => outcome !== 'dispatched');
    const gone = new Set(
      sent.filter(({ outcome }) => outcome === 'dispatched').map(({ order }) => order),
    );
    const warning = sentWarning(sent);
    if (refused.length === 0) {
      onDispatched(`${countText(gone.size, 'order')} dispatched. ${warning}`.trim(), gone);
      onClose();
      return;
    }
    onDispatched(warning, gone);
    setOutcomes(
      new Map([
        ...outcomes,
        ...[...gone].map((order) => [order, DISPATCHED] as const),
        ...left.flatMap((row) => {
          const text = refusedText(row.order, ordersOf(row), refused);
          return text === '' ? [] : [[row.order, text] as const];
        }),
      ]),
    );
  }

  const send = useMutation({
    mutationFn: async () => {
      const sent: Dispatched[] = [];
      // After a failure, pressing again sends all of them; those that have left are not sent twice.
      for (const parcels of inCalls(left.map(parcelOf))) {
        sent.push(...(await asStaff(dispatchParcels, { parcels })).parcels);
      }
      return sent;
    },
    onSuccess: finish,
  });

  /** Types values into the fields from one place on. */
  function fill(from: number, values: readonly string[]): void {
    const orders = left.slice(from, from + values.length).map(({ order }) => order);
    setTyped(
      new Map([...typed, ...orders.map((order, place) => [order, values[place] ?? ''] as const)]),
    );
  }

  /** Chooses the carrier of one order; `''`: that of all. */
  function chooseCarrier(order: number, chosen: string): void {
    const rest = [...own].filter(([other]) => other !== order);
    setOwn(new Map(chosen === '' ? rest : [...rest, [order, chosen]]));
  }

  const parts = {
    carrierOf,
    chooseCarrier,
    ownOf,
    typedOf,
    outcomes,
    left,
    numbers,
    numberOf,
    fill,
  };
  return { ...parts, carrier, carrierFields: fields, send };
}
