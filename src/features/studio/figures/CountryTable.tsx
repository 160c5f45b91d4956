import { countryName } from '#domain/countries.ts';
import type { FiguresAnswer } from '#domain/wire/staff-figures.ts';
import { useMay } from '../may.ts';
import { linkTo } from '../use-place.ts';
import { poundsOf } from './figure-texts.ts';

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
    <section className="studio-panel" aria-labelledby="figures-countries">
      <h2 id="figures-countries" className="studio-subheading">
        Countries
      </h2>
      {countries.length === 0 ? (
        <p className="studio-soft">No orders.</p>
      ) : (
        <table className="figures-table" aria-labelledby="figures-countries">
          <thead>
            <tr>
              <th scope="col">Country</th>
              <th scope="col">Orders</th>
              <th scope="col">Revenue</th>
            </tr>
          </thead>
          <tbody>
            {countries.map(({ country, orders, revenue_pence: revenue }) => (
              <tr key={country}>
                <th scope="row">{countryName(country) ?? country}</th>
                <td>
                  {country === 'GB' && may('read_orders') ? (
                    <a className="link" {...linkTo(domestic)}>
                      {orders}
                    </a>
                  ) : (
                    orders
                  )}
                </td>
                <td>{poundsOf(revenue)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
