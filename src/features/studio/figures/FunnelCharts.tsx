import type { VisitsAnswer } from '#domain/contracts/staff-visits.ts';
import { DataTable } from '../kit/DataTable.tsx';
import { Panel } from '../kit/Panel.tsx';
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
    <Panel title="From the look to the order, by day" className="studio-panel figures-wide">
      <div className="figures-pair">
        <div>
          <p className="figures-legend" aria-hidden="true">
            <span>Pieces put into carts</span>
            <span>Products looked at</span>
          </p>
          <BarChart {...interest(visits)} />
        </div>
        <div>
          <p className="figures-legend" aria-hidden="true">
            <span>Orders</span>
            <span>Payment pages</span>
          </p>
          <BarChart {...purchase(visits)} />
        </div>
      </div>
      <details className="figures-numbers">
        <summary>Numbers of the charts</summary>
        <DataTable
          className="studio-table"
          caption="The funnel by day"
          columns={['Day', 'Looked at', 'Into carts', 'Payment pages', 'Orders']}
          rows={days.map(({ day, seen, added, checkout, bought }, spot) => ({
            key: day,
            name: dayName(period, days, spot),
            cells: [seen, added, checkout, bought],
          }))}
        />
      </details>
    </Panel>
  );
}
