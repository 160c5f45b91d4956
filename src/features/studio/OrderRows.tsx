import {
  createColumnHelper,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { memo, useMemo, useSyncExternalStore } from 'react';
import type { StaffList, StaffRow } from '#domain/wire/staff-orders.ts';
import { useMay } from './may.ts';
import { Customer, Goods, OrderLink, Send, Status, Total, When, Why } from './order-parts.tsx';

interface Props {
  list: StaffList;
  rows: StaffRow[];
  chosen: ReadonlyMap<string, StaffRow>;
  onChoose: (chosen: ReadonlyMap<string, StaffRow>) => void;
}

const features = tableFeatures({ rowSelectionFeature });
const column = createColumnHelper<typeof features, StaffRow>();

const select = column.display({
  id: 'select',
  header: ({ table }) => (
    <input
      type="checkbox"
      className="studio-box"
      aria-label="Select all on this page"
      ref={(box) => {
        if (box) box.indeterminate = table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected();
      }}
      checked={table.getIsAllRowsSelected()}
      onChange={table.getToggleAllRowsSelectedHandler()}
    />
  ),
  cell: ({ row }) =>
    row.getCanSelect() && (
      <input
        type="checkbox"
        className="studio-box"
        aria-label={`Select order ${row.original.order}`}
        checked={row.getIsSelected()}
        onChange={row.getToggleSelectedHandler()}
      />
    ),
});
const order = column.display({
  id: 'order',
  header: 'Order',
  cell: ({ row }) => <OrderLink row={row.original} />,
});
const status = column.display({
  id: 'status',
  header: 'Status',
  cell: ({ row }) => <Status row={row.original} />,
});
const customer = column.display({
  id: 'customer',
  header: 'Goes to',
  cell: ({ row }) => <Customer row={row.original} />,
});
const goods = column.display({
  id: 'goods',
  header: 'Items',
  cell: ({ row }) => <Goods row={row.original} />,
});
const send = column.display({
  id: 'send',
  header: 'Delivery',
  cell: ({ row }) => <Send row={row.original} />,
});
const when = column.display({
  id: 'when',
  header: 'Leaves by',
  cell: ({ row }) => <When row={row.original} />,
});
const why = column.display({
  id: 'why',
  header: 'Why',
  cell: ({ row }) => <Why row={row.original} />,
});
const total = column.display({
  id: 'total',
  header: 'Total',
  cell: ({ row }) => <Total row={row.original} />,
});

function columnsOf(list: StaffList, money: boolean, pack: boolean) {
  const toSend = list === 'to_send' || list === 'late' || list === 'all';
  return column.columns([
    ...(toSend && pack ? [select] : []),
    order,
    status,
    customer,
    goods,
    ...(toSend ? [send, when] : [why]),
    ...(money ? [total] : []),
  ]);
}

const wide = '(min-width: 60rem)';

function watchWidth(onChange: () => void): () => void {
  const media = matchMedia(wide);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

function Rows({ list, rows, chosen, onChoose }: Props) {
  const may = useMay();
  const [money, pack] = [may('see_money'), may('pack')];
  const columns = useMemo(() => columnsOf(list, money, pack), [list, money, pack]);
  const rowSelection = useMemo(
    () => Object.fromEntries([...chosen.keys()].map((key) => [key, true as const])),
    [chosen],
  );
  const isWide = useSyncExternalStore(
    watchWidth,
    () => matchMedia(wide).matches,
    () => true,
  );
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: ({ key }) => key,
    enableRowSelection: ({ original }) => original.order !== null,
    state: { rowSelection },
    onRowSelectionChange: (change) => {
      const next = typeof change === 'function' ? change(rowSelection) : change;
      const known = new Map([...chosen, ...rows.map((row) => [row.key, row] as const)]);
      onChoose(new Map([...known].filter(([key]) => next[key])));
    },
  });

  if (!isWide) {
    return (
      <>
        {columns.includes(select) && (
          <label className="studio-all">
            <input
              type="checkbox"
              className="studio-box"
              checked={table.getIsAllRowsSelected()}
              onChange={table.getToggleAllRowsSelectedHandler()}
            />
            Select all on this page
          </label>
        )}
        <ul className="studio-cards">
          {table.getRowModel().rows.map((row) => (
            <li key={row.id} data-order-row="" data-late={row.original.late ? '' : undefined}>
              {row.getAllCells().map((cell) => (
                <div key={cell.id} data-column={cell.column.id}>
                  <table.FlexRender cell={cell} />
                </div>
              ))}
            </li>
          ))}
        </ul>
      </>
    );
  }
  return (
    <table className="studio-table">
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- The columns have the texts.
              <th key={header.id} scope="col" data-column={header.column.id}>
                <table.FlexRender header={header} />
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr
            key={row.id}
            data-order-row=""
            data-late={row.original.late ? '' : undefined}
            data-chosen={row.getIsSelected() ? '' : undefined}
          >
            {row.getAllCells().map((cell) => (
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- The columns have the texts.
              <td key={cell.id} data-column={cell.column.id}>
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The rows of a list: a table on a desk, cards on a phone. Drawn anew only with other rows: there are fifty. */
export const OrderRows = memo(Rows);
