import type { ReactNode } from 'react';

interface Props {
  className: string;
  /** Name for screen readers. */
  caption: string;
  /** Headings; the first column names the rows. */
  columns: readonly string[];
  rows: readonly { key: string | number; name: ReactNode; cells: readonly ReactNode[] }[];
}

/** A table whose rows have names. On phones, where rows may be cards, a style sheet can name each cell. */
export function DataTable({ className, caption, columns, rows }: Props) {
  return (
    <table className={className}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {cells.map((cell, place) => (
              <td key={columns[place + 1]} data-label={columns[place + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
