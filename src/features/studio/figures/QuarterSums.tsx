import { vatRows } from '#domain/countries/vat-rows.ts';
import type { QuarterSum } from '#domain/contracts/staff-quarters.ts';
import { DataTable } from '../kit/DataTable.tsx';
import { moneyText } from './quarter-texts.ts';

interface Props {
  sums: readonly QuarterSum[];
  /** Name of the quarter. */
  name: string;
}

/** VAT summary of a quarter by zone and rate. */
export function QuarterSums({ sums, name }: Props) {
  const rows = vatRows(sums);
  if (rows.length === 0) return <p className="studio-soft">No money moved.</p>;
  const late = rows.reduce((number, row) => number + row.late, 0);
  return (
    <div className="quarter-sums">
      <DataTable
        className="figures-table"
        caption={`VAT of ${name}`}
        columns={['Zone and rate', 'Without VAT', 'VAT', 'Gross']}
        rows={rows.map(
          ({ key, zone, currency, rate_basis_points: rate, amount_pence, tax_pence }) => ({
            key,
            name: rate === null ? 'Outside the scope of VAT' : `${zone}, ${rate / 100}%`,
            cells: [amount_pence - tax_pence, tax_pence, amount_pence].map((sum) =>
              moneyText(sum, currency),
            ),
          }),
        )}
      />
      {late > 0 && (
        <p className="studio-soft">
          {late === 1 ? '1 movement is' : `${late} movements are`} late: of quarters filed before.
        </p>
      )}
    </div>
  );
}
