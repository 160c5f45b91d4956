import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent, SubmitEvent } from 'react';
import { dispatchParcels } from '#api/staff/dispatch.ts';
import { isTrackingNumber, trackingNumber, trackingWarning } from '#domain/carrier.ts';
import { countText } from '#domain/count-text.ts';
import type { Dispatched } from '#domain/wire/staff-dispatch.ts';
import type { StaffOrdersAnswer, StaffRow } from '#domain/wire/staff-orders.ts';
import { asStaff } from './as-staff.ts';
import { problemText } from './problem-text.ts';
import { pastedColumn } from './tracking-column.ts';
import { useLastCarrier } from './use-last-carrier.tsx';
import { useOpenDialog } from './use-open-dialog.ts';
import { useRightNumbers } from './use-right-numbers.tsx';

type SentRow = StaffRow & { order: number };

interface Props {
  rows: readonly SentRow[];
  onClose: () => void;
  onDispatched: (text: string, orders: ReadonlySet<number>) => void;
}

/** What became of a parcel that did not leave, for whoever packs it. */
function outcomeText({ outcome, stopped_by }: Dispatched): string {
  if (outcome === 'nothing_to_send') return 'All of it has left already.';
  if (outcome === 'too_many') return 'Less is left to send than this.';
  if (outcome === 'unknown') return 'There is no such order.';
  if (stopped_by === 'disputed') return 'Keep it here: the shopper’s bank claims the money back.';
  if (stopped_by === 'refunded') return 'Keep it here: it was refunded.';
  if (stopped_by === 'withdrawn') return 'Keep it here: the shopper has withdrawn from it.';
  return 'Keep it here: some or all of it was cancelled meanwhile. Look at the order.';
}

/** Why what is typed cannot be sent as it is; '' when it can. */
function problemIn(number: string, all: readonly string[]): string {
  if (number === '') return '';
  if (!isTrackingNumber(number)) return 'A tracking number has up to 40 letters and figures.';
  return all.filter((other) => other === number).length > 1 ? 'This number is here twice.' : '';
}

/** Sends what is selected: a carrier, and a field for each tracking number, to scan, type or paste a column into. */
export function DispatchDialog({ rows, onClose, onDispatched }: Props) {
  const dialog = useOpenDialog();
  const form = useRef<HTMLFormElement>(null);
  const { carrier, fields, remember } = useLastCarrier();
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, string>>(new Map());
  // One for each parcel, so that pressing again after a lost answer sends nothing twice.
  const [events] = useState(() => new Map(rows.map(({ order }) => [order, crypto.randomUUID()])));
  const client = useQueryClient();

  const left = rows.filter(({ order }) => !outcomes.has(order));
  const numberOf = (order: number) => trackingNumber(typed.get(order) ?? '');
  const numbers = left.map(({ order }) => numberOf(order));
  const without = numbers.filter((number) => number === '').length;
  const problems = numbers.filter((number) => problemIn(number, numbers) !== '').length;
  const rightNumbers = useRightNumbers(
    numbers.filter((number) => trackingWarning(carrier, number) !== null),
  );

  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>('input[data-number]')?.focus();
  }, []);

  const send = useMutation({
    mutationFn: () =>
      asStaff((customer) =>
        dispatchParcels(
          {
            parcels: left.map(({ order, items }) => ({
              event: events.get(order) ?? crypto.randomUUID(),
              order,
              carrier,
              tracking_number: numberOf(order) || null,
              // What the list showed when this opened: what was cancelled since must not be in the parcel unnoticed.
              items: items.flatMap(({ variant_id, to_send }) =>
                to_send > 0 ? [{ variant_id, quantity: to_send }] : [],
              ),
            })),
          },
          customer,
        ),
      ),
    onSuccess: (sent) => {
      remember();
      const gone = new Set(
        sent.filter(({ outcome }) => outcome === 'dispatched').map(({ order }) => order),
      );
      const whole = new Set(
        sent.filter(({ units_to_send }) => units_to_send === 0).map(({ order }) => order),
      );
      // What has left is gone from the lists at once, and asked for again to be sure.
      for (const list of ['to_send', 'late']) {
        client.setQueriesData<StaffOrdersAnswer>({ queryKey: ['orders', list] }, (page) => {
          if (!page) return page;
          const stay = page.rows.filter(({ order }) => order === null || !whole.has(order));
          return { ...page, rows: stay, total: page.total - (page.rows.length - stay.length) };
        });
      }
      void client.invalidateQueries();
      const kept = sent.filter(({ outcome }) => outcome !== 'dispatched');
      const twice = sent.filter(({ also_on = [] }) => also_on.length > 0);
      const warning = [
        ...sent.flatMap(({ order, left_as }) =>
          left_as
            ? [` Order ${order} had left already, by ${left_as}: correct that on its page.`]
            : [],
        ),
        ...twice.map(
          ({ order, also_on = [] }) =>
            ` The number of order ${order} is also on ${also_on.map((one) => `order ${one}`).join(', ')}.`,
        ),
      ];
      if (kept.length === 0) {
        onDispatched(`${countText(gone.size, 'order')} dispatched.${warning.join('')}`, gone);
        onClose();
      } else {
        onDispatched(warning.join('').trim(), gone);
        setOutcomes(
          new Map([
            ...outcomes,
            ...[...gone].map((order) => [order, 'Dispatched.'] as const),
            ...kept.map((one) => [one.order, outcomeText(one)] as const),
          ]),
        );
      }
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (send.isPending || problems > 0 || left.length === 0) return;
    send.mutate();
  }

  function fill(from: number, values: readonly string[]): void {
    const orders = left.slice(from, from + values.length).map(({ order }) => order);
    setTyped(
      new Map([...typed, ...orders.map((order, place) => [order, values[place] ?? ''] as const)]),
    );
  }

  function paste(event: ClipboardEvent<HTMLInputElement>, at: number): void {
    const column = pastedColumn(event.clipboardData.getData('text/plain'));
    if (!column) return;
    event.preventDefault();
    fill(at, column);
    const inputs = form.current?.querySelectorAll<HTMLInputElement>('input[data-number]');
    inputs?.[Math.min(at + column.length, left.length) - 1]?.focus();
  }

  /** Enter, which scanners press after each number, leads to the next field; the last one sends. */
  function press(event: KeyboardEvent<HTMLInputElement>, at: number): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || at === left.length - 1) return;
    event.preventDefault();
    form.current?.querySelectorAll<HTMLInputElement>('input[data-number]')[at + 1]?.focus();
  }

  return (
    <dialog
      ref={dialog}
      className="studio-dialog"
      aria-labelledby="studio-dispatch"
      onClose={onClose}
      onCancel={(event) => {
        if (send.isPending) event.preventDefault();
      }}
    >
      <form ref={form} className="studio-dispatch" onSubmit={submit}>
        <h2 id="studio-dispatch" className="heading">
          Dispatch {countText(rows.length, 'order')}
        </h2>
        {fields}
        <p className="studio-soft">
          Scan or type a number for each, or paste a column of them. Enter leads to the next, and
          sends after the last.
        </p>
        <ol className="studio-parcels">
          {rows.map(({ order, name: person, postcode, country, units_to_send }) => {
            const outcome = outcomes.get(order);
            const at = left.findIndex((row) => row.order === order);
            const number = numberOf(order);
            const problem = at === -1 ? '' : problemIn(number, numbers);
            const warning =
              problem === '' && number !== '' ? trackingWarning(carrier, number) : null;
            const text = outcome ?? (problem === '' ? warning : problem);
            return (
              <li key={order}>
                <label htmlFor={`studio-number-${order}`}>
                  <b>{order}</b> <bdi>{person}</bdi>{' '}
                  <span className="studio-dim">
                    {[postcode, country, countText(units_to_send, 'piece')]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                </label>
                {outcome === undefined && (
                  <input
                    id={`studio-number-${order}`}
                    className="field"
                    data-number=""
                    aria-label={`Tracking number of order ${order}`}
                    aria-invalid={problem === '' ? undefined : true}
                    aria-describedby={text ? `studio-text-${order}` : undefined}
                    autoComplete="off"
                    autoCapitalize="characters"
                    spellCheck={false}
                    maxLength={200}
                    value={typed.get(order) ?? ''}
                    onChange={({ currentTarget: { value } }) => fill(at, [value])}
                    onPaste={(event) => paste(event, at)}
                    onKeyDown={(event) => press(event, at)}
                  />
                )}
                {text && (
                  <p
                    id={`studio-text-${order}`}
                    className={outcome === 'Dispatched.' ? 'message-success' : 'message-error'}
                  >
                    {text}
                  </p>
                )}
              </li>
            );
          })}
        </ol>
        <output className="studio-soft">
          {left.length > 0 &&
            without > 0 &&
            `${countText(without, 'parcel')} without a tracking number.`}
        </output>
        {rightNumbers}
        {send.isError && (
          <p className="message-error" role="alert">
            {problemText(send.error)} What you typed is still here.
          </p>
        )}
        <div className="studio-actions">
          {left.length > 0 && (
            <button
              type="submit"
              className="button"
              aria-busy={send.isPending}
              disabled={problems > 0}
            >
              {send.isPending ? 'Dispatching …' : `Dispatch ${left.length}`}
            </button>
          )}
          <button
            type="button"
            className="button-quiet"
            disabled={send.isPending}
            onClick={() => dialog.current?.close()}
          >
            {left.length > 0 ? 'Cancel' : 'Close'}
          </button>
        </div>
      </form>
    </dialog>
  );
}
