import { memo, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { StaffList, StaffRow } from '#domain/contracts/staff-orders.ts';
import { useMay } from '../../kit/may.ts';
import {
  Customer,
  Goods,
  OrderLink,
  ParcelGoods,
  Send,
  Status,
  Total,
  When,
  Why,
} from '../order-parts.tsx';
import { hasParcels } from './list-names.ts';

interface Column {
  /** Hook for the style sheet. */
  id: string;
  title: string;
  Cell: (props: { row: StaffRow }) => ReactNode;
}

const order: Column = { id: 'order', title: 'Order', Cell: OrderLink };
const status: Column = { id: 'status', title: 'Status', Cell: Status };
const customer: Column = { id: 'customer', title: 'Deliver to', Cell: Customer };
const goods: Column = { id: 'goods', title: 'Items', Cell: Goods };
const parcel: Column = { id: 'goods', title: 'Items', Cell: ParcelGoods };
const send: Column = { id: 'send', title: 'Delivery', Cell: Send };
const when: Column = { id: 'when', title: 'Dispatch by', Cell: When };
const why: Column = { id: 'why', title: 'Why', Cell: Why };
const total: Column = { id: 'total', title: 'Total', Cell: Total };

function columnsOf(isOfParcels: boolean, isToSend: boolean, money: boolean): Column[] {
  const last = isToSend ? [send, when] : [why];
  return [
    order,
    status,
    customer,
    isOfParcels ? parcel : goods,
    ...last,
    ...(money ? [total] : []),
  ];
}

interface Selection {
  chosen: ReadonlyMap<string, StaffRow>;
  onChoose: (chosen: ReadonlyMap<string, StaffRow>) => void;
}

interface BoxProps extends Selection {
  rows: readonly StaffRow[];
  id?: string;
  label?: string;
}

/** A checkbox that selects rows; payments without an order cannot be selected. */
function SelectBox({ rows, chosen, onChoose, id, label }: BoxProps) {
  const orders = rows.filter((row) => row.order !== null);
  const count = orders.filter(({ key }) => chosen.has(key)).length;
  const isAll = count > 0 && count === orders.length;
  function choose(on: boolean): void {
    const next = new Map(chosen);
    for (const row of orders) {
      if (on) next.set(row.key, row);
      else next.delete(row.key);
    }
    onChoose(next);
  }
  return (
    <input
      type="checkbox"
      id={id}
      className="studio-box"
      aria-label={label}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll;
      }}
      checked={isAll}
      onChange={({ currentTarget }) => choose(currentTarget.checked)}
    />
  );
}

interface Props extends Selection {
  list: StaffList;
  rows: StaffRow[];
}

interface PartProps extends Selection {
  rows: StaffRow[];
  columns: readonly Column[];
  isSelectable: boolean;
}

function RowBox({ row, ...selection }: Selection & { row: StaffRow }) {
  return (
    row.order !== null && (
      <SelectBox {...selection} rows={[row]} label={`Select order ${row.order}`} />
    )
  );
}

function Cards({ rows, columns, isSelectable, ...selection }: PartProps) {
  return (
    <>
      {isSelectable && (
        <label className="studio-all" htmlFor="studio-all">
          <SelectBox {...selection} rows={rows} id="studio-all" />
          Select all on this page
        </label>
      )}
      <ul className="studio-cards">
        {rows.map((row) => (
          <li key={row.key} data-order-row="" data-late={row.late ? '' : undefined}>
            {isSelectable && (
              <div data-column="select">
                <RowBox {...selection} row={row} />
              </div>
            )}
            {columns.map(({ id, Cell }) => (
              <div key={id} data-column={id}>
                <Cell row={row} />
              </div>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

function Table({ rows, columns, isSelectable, ...selection }: PartProps) {
  return (
    <table className="studio-table">
      <thead>
        <tr>
          {isSelectable && (
            <th scope="col" data-column="select">
              <SelectBox {...selection} rows={rows} label="Select all on this page" />
            </th>
          )}
          {columns.map(({ id, title }) => (
            <th key={id} scope="col" data-column={id}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.key}
            data-order-row=""
            data-late={row.late ? '' : undefined}
            data-chosen={selection.chosen.has(row.key) ? '' : undefined}
          >
            {isSelectable && (
              <td data-column="select">
                <RowBox {...selection} row={row} />
              </td>
            )}
            {columns.map(({ id, Cell }) => (
              <td key={id} data-column={id}>
                <Cell row={row} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const wide = '(min-width: 60rem)';

function watchWidth(onChange: () => void): () => void {
  const media = matchMedia(wide);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

function Rows({ list, ...part }: Props) {
  const may = useMay();
  const isWide = useSyncExternalStore(
    watchWidth,
    () => matchMedia(wide).matches,
    () => true,
  );
  const isToSend = hasParcels(list) || list === 'all';
  const View = isWide ? Table : Cards;
  const columns = columnsOf(hasParcels(list), isToSend, may('see_money'));
  return <View {...part} columns={columns} isSelectable={isToSend && may('pack')} />;
}

/** Rows of a list: a table on wide screens, cards on phones. Memoised: a page has fifty. */
export const OrderRows = memo(Rows);
