import { imageAddress } from '#domain/catalogue/image.ts';
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
    <table className="studio-table release-cells">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {cells.map((cell) => (
          <tr key={`${cell.colour}/${cell.field}`}>
            <th scope="row">
              {cell.name}
              {cell.colour !== null && <span className="studio-soft">{cell.colour}</span>}
            </th>
            <td data-label="Before">
              <Value cell={cell} side="was" />
            </td>
            <td data-label="After">
              <Value cell={cell} side="now" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
