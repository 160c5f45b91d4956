import type { VisitsAnswer } from '#domain/contracts/staff-visits.ts';
import { BarChart, type Bars } from './BarChart.tsx';
import { spotText } from './figure-texts.ts';

/** Two steps of the funnel as bars of each day. */
function stepsOf(behind: 'seen' | 'checkout', front: 'added' | 'bought') {
  return ({ period, days }: VisitsAnswer): Bars => ({
    behind: days.map((day) => day[behind]),
    front: days.map((day) => day[front]),
    nameOf: (spot) => dayName(period, days, spot),
    // Parts of a visit have no name.
    valueText: (value) => (Number.isInteger(value) ? String(value) : ''),
  });
}

function dayName(period: VisitsAnswer['period'], days: VisitsAnswer['days'], spot: number): string {
  const first = days[0]?.day;
  if (first === undefined) return '';
  return spotText(period === 'month' ? 'month' : 'week', first, spot);
}

const interest = stepsOf('seen', 'added');
const purchase = stepsOf('checkout', 'bought');

/** The funnel by day. */
export function FunnelCharts({ visits }: { visits: VisitsAnswer }) {
  const { days, period } = visits;
  return (
    <section className="studio-panel figures-wide" aria-labelledby="visits-funnel">
      <h2 id="visits-funnel" className="studio-subheading">
        From the look to the order, by day
      </h2>
      <div className="figures-pair">
        <div>
          <p className="figures-legend" aria-hidden="true">
            <span>Pieces put into carts</span>
            <span>Products looked at</span>
          </p>
          <BarChart data={visits} barsOf={interest} />
        </div>
        <div>
          <p className="figures-legend" aria-hidden="true">
            <span>Orders</span>
            <span>Payment pages</span>
          </p>
          <BarChart data={visits} barsOf={purchase} />
        </div>
      </div>
      <details className="figures-numbers">
        <summary>Numbers of the charts</summary>
        <table className="studio-table">
          <caption className="sr-only">The funnel by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Looked at</th>
              <th scope="col">Into carts</th>
              <th scope="col">Payment pages</th>
              <th scope="col">Orders</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, seen, added, checkout, bought }, spot) => (
              <tr key={day}>
                <th scope="row">{dayName(period, days, spot)}</th>
                <td>{seen}</td>
                <td>{added}</td>
                <td>{checkout}</td>
                <td>{bought}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
