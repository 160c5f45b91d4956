import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** Headings; the first column names the rows. */
  columns: readonly string[];
  rows: readonly { key: string | number; name: ReactNode; cells: readonly ReactNode[] }[];
  /** Shown without rows. */
  none: string;
  /** Classes of the panel and of the table. */
  panel?: string;
  table?: string;
}

/** A titled table of figures. */
export function FigureTable({ title, columns, rows, none, panel = '', table = '' }: Props) {
  const id = useId();
  return (
    <section className={`studio-panel ${panel}`} aria-labelledby={id}>
      <h2 id={id} className="studio-subheading">
        {title}
      </h2>
      {rows.length === 0 ? (
        <p className="studio-soft">{none}</p>
      ) : (
        <table className={`figures-table ${table}`} aria-labelledby={id}>
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
                  <td key={columns[place + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
