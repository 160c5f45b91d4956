import { vatRows } from '#domain/countries/vat-rows.ts';
import type { QuarterSum } from '#domain/contracts/staff-quarters.ts';
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
      <table className="figures-table" aria-label={`VAT of ${name}`}>
        <thead>
          <tr>
            <th scope="col">Zone and rate</th>
            <th scope="col">Without VAT</th>
            <th scope="col">VAT</th>
            <th scope="col">Gross</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, zone, currency, rate_basis_points: rate, amount_pence, tax_pence }) => (
            <tr key={key}>
              <th scope="row">
                {zone}, {rate === null ? 'outside the scope of VAT' : `${rate / 100}%`}
              </th>
              <td>{moneyText(amount_pence - tax_pence, currency)}</td>
              <td>{moneyText(tax_pence, currency)}</td>
              <td>{moneyText(amount_pence, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {late > 0 && (
        <p className="studio-soft">
          {late === 1 ? '1 movement is' : `${late} movements are`} late: of quarters filed before.
        </p>
      )}
    </div>
  );
}
