import { imageAddress } from '#domain/catalogue/image.ts';
import { DataTable } from '../kit/DataTable.tsx';
import type { ChangedCell } from './report-groups.ts';

function Pictures({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) return <span className="studio-dim">none</span>;
  return (
    <span className="release-pictures">
      {addresses.map((address) => (
        <img
          key={address}
          src={imageAddress(address, 120)}
          alt=""
          width="48"
          height="60"
          loading="lazy"
        />
      ))}
    </span>
  );
}

function Value({ cell, side }: { cell: ChangedCell; side: 'was' | 'now' }) {
  if (cell.pictures) return <Pictures addresses={cell.pictures[side]} />;
  return cell[side] === '' ? <span className="studio-dim">empty</span> : cell[side];
}

/** Changed cells of a product, before and after. */
export function CellTable({ cells, label }: { cells: readonly ChangedCell[]; label: string }) {
  return (
    <DataTable
      className="studio-table release-cells"
      caption={label}
      columns={['Field', 'Before', 'After']}
      rows={cells.map((cell) => ({
        key: `${cell.colour}/${cell.field}`,
        name: (
          <>
            {cell.name}
            {cell.colour !== null && <span className="studio-soft">{cell.colour}</span>}
          </>
        ),
        cells: [
          <Value key="was" cell={cell} side="was" />,
          <Value key="now" cell={cell} side="now" />,
        ],
      }))}
    />
  );
}
