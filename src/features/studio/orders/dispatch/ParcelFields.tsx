import type { ClipboardEvent, ComponentProps, KeyboardEvent, RefObject } from 'react';
import { carriers, trackingWarning } from '#domain/orders/carrier.ts';
import { countText } from '#domain/basics/count-text.ts';
import { numberProblem } from './dispatch-texts.ts';
import { pastedColumn } from './tracking-column.ts';
import { DISPATCHED, type SentRow, type useDispatch } from './use-dispatch.ts';

interface FieldProps extends ComponentProps<'input'> {
  row: SentRow;
  /** Result of the dispatch, once there is one. */
  outcome: string | undefined;
  problem: string;
  warning: string | null;
  /** Carrier of all orders, and the one chosen for this order; `''` if none. */
  carrier: string;
  own: string;
  onCarrier: (carrier: string) => void;
}

function ParcelField(props: FieldProps) {
  const { row, outcome, problem, warning, carrier, own, onCarrier, ...input } = props;
  const { order, name, postcode, country } = row;
  const pieces = row.with.reduce((sum, one) => sum + one.units_to_send, row.units_to_send);
  const text = outcome ?? (problem || warning);
  return (
    <li>
      <label htmlFor={`studio-number-${order}`}>
        <b>{[order, ...row.with.map((one) => one.order)].join(' + ')}</b> <bdi>{name}</bdi>{' '}
        <span className="studio-dim">
          {[postcode, country, countText(pieces, 'piece')].filter(Boolean).join(', ')}
        </span>
      </label>
      {outcome === undefined && (
        <div className="studio-parcel">
          <select
            className="field"
            aria-label={`Carrier of order ${order}`}
            value={own}
            onChange={({ currentTarget: { value } }) => onCarrier(value)}
          >
            <option value="">{carrier === '' ? 'Other' : carrier}</option>
            {[...new Set([...carriers, own])]
              .filter((one) => one !== carrier && one !== '')
              .map((one) => (
                <option key={one}>{one}</option>
              ))}
          </select>
          <input
            id={`studio-number-${order}`}
            className="field"
            aria-label={`Tracking number of order ${order}`}
            aria-invalid={problem === '' ? undefined : true}
            aria-describedby={text ? `studio-text-${order}` : undefined}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...input}
          />
        </div>
      )}
      {text && (
        <p
          id={`studio-text-${order}`}
          className={outcome === DISPATCHED ? 'message-success' : 'message-error'}
        >
          {text}
        </p>
      )}
    </li>
  );
}

interface Props {
  list: RefObject<HTMLOListElement | null>;
  rows: readonly SentRow[];
  dispatch: ReturnType<typeof useDispatch>;
}

/** A tracking number and a carrier for each order; numbers can be scanned, typed or pasted as a column. */
export function ParcelFields({ list, rows, dispatch }: Props) {
  const { carrier, carrierOf, chooseCarrier, ownOf, ...fields } = dispatch;
  const { typedOf, outcomes, left, numbers, numberOf, fill } = fields;

  function focus(place: number): void {
    list.current?.querySelectorAll('input')[place]?.focus();
  }

  function paste(event: ClipboardEvent<HTMLInputElement>, at: number): void {
    const column = pastedColumn(event.clipboardData.getData('text/plain'));
    if (!column) return;
    event.preventDefault();
    fill(at, column);
    focus(Math.min(at + column.length, left.length) - 1);
  }

  /** Enter, which scanners send after each number, moves to the next field; in the last it submits. */
  function press(event: KeyboardEvent<HTMLInputElement>, at: number): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || at === left.length - 1) return;
    event.preventDefault();
    focus(at + 1);
  }

  return (
    <ol ref={list} className="studio-parcels">
      {rows.map((row) => {
        const at = left.indexOf(row);
        const number = numberOf(row.order);
        return (
          <ParcelField
            key={row.order}
            row={row}
            outcome={outcomes.get(row.order)}
            problem={numberProblem(number, numbers)}
            warning={number === '' ? null : trackingWarning(carrierOf(row.order), number)}
            carrier={carrier}
            own={ownOf(row.order)}
            onCarrier={(chosen) => chooseCarrier(row.order, chosen)}
            value={typedOf(row.order)}
            onChange={({ currentTarget: { value } }) => fill(at, [value])}
            onPaste={(event) => paste(event, at)}
            onKeyDown={(event) => press(event, at)}
          />
        );
      })}
    </ol>
  );
}
