import type { ColumnUse } from '#domain/contracts/catalogue-reading.ts';

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
      <table className="studio-table release-cells">
        <thead>
          <tr>
            <th scope="col">Column in your file</th>
            <th scope="col">Became</th>
            <th scope="col">Cells</th>
            <th scope="col">Example</th>
          </tr>
        </thead>
        <tbody>
          {used.map(({ letters, header, became, filled, example }) => (
            <tr key={letters}>
              <th scope="row">
                {header} <span className="studio-soft">{letters}</span>
              </th>
              <td data-label="Became">{became}</td>
              <td data-label="Cells">{filled}</td>
              <td data-label="Example">{example}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {aside.length > 0 && (
        <p>
          <b>Left aside:</b> {aside.map(({ letters, header }) => `${letters} ${header}`).join(', ')}
        </p>
      )}
    </details>
  );
}
