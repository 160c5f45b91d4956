import type { ReactNode } from 'react';
import { DataTable } from '../kit/DataTable.tsx';
import { Panel } from '../kit/Panel.tsx';

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
  return (
    <Panel title={title} className={`studio-panel ${panel}`}>
      {rows.length === 0 ? (
        <p className="studio-soft">{none}</p>
      ) : (
        <DataTable
          className={`figures-table ${table}`}
          caption={title}
          columns={columns}
          rows={rows}
        />
      )}
    </Panel>
  );
}
