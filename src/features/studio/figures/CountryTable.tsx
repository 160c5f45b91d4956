import { countryName } from '#domain/countries/countries.ts';
import type { FiguresAnswer } from '#domain/contracts/staff-figures.ts';
import { useMay } from '../kit/may.ts';
import { linkTo } from '../kit/use-place.ts';
import { poundsOf } from './figure-texts.ts';
import { FigureTable } from './FigureTable.tsx';

/** Orders and revenue by country of delivery. */
export function CountryTable({ figures: { countries, from, to } }: { figures: FiguresAnswer }) {
  const may = useMay();
  // The lists filter by zone, and only the domestic zone is one country.
  const domestic = {
    at: 'list',
    list: 'all',
    q: '',
    filters: { to: 'domestic', since: from, until: to },
    after: null,
  } as const;
  return (
    <FigureTable
      title="Countries"
      columns={['Country', 'Orders', 'Revenue']}
      rows={countries.map(({ country, orders, revenue_pence: revenue }) => ({
        key: country,
        name: countryName(country) ?? country,
        cells: [
          country === 'GB' && may('read_orders') ? (
            <a key="orders" className="link" {...linkTo(domestic)}>
              {orders}
            </a>
          ) : (
            orders
          ),
          poundsOf(revenue),
        ],
      }))}
      none="No orders."
    />
  );
}
