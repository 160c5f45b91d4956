import type { ColumnUse } from '#domain/contracts/catalogue-reading.ts';
import { DataTable } from '../kit/DataTable.tsx';

interface Props {
  columns: readonly ColumnUse[];
  /** The platform that the file is from; null for a file of the shop, whose columns need no look. */
  platform: string | null;
}

/** The use of each column of a spreadsheet, with its first value. */
export function ColumnUses({ columns, platform }: Props) {
  const used = columns.filter(({ became }) => became !== null);
  const aside = columns.filter(({ became }) => became === null);
  return (
    <details key={platform} className="import-columns" open={platform !== null}>
      <summary className="studio-subheading">What each column became</summary>
      <DataTable
        className="studio-table release-cells"
        caption="Columns"
        columns={['Column in your file', 'Became', 'Cells', 'Example']}
        rows={used.map(({ letters, header, became, filled, example }) => ({
          key: letters,
          name: (
            <>
              {header} <span className="studio-soft">{letters}</span>
            </>
          ),
          cells: [became, filled, example],
        }))}
      />
      {aside.length > 0 && (
        <p>
          <b>Left aside:</b> {aside.map(({ letters, header }) => `${letters} ${header}`).join(', ')}
        </p>
      )}
    </details>
  );
}
