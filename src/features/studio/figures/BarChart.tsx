/** Two rows of bars, the second before the first. */
export interface Bars {
  behind: readonly number[];
  front: readonly number[];
  nameOf: (spot: number) => string;
  valueText: (value: number) => string;
}

/** Most lines across the chart, and most names below it; a narrow one shows every third. */
const MARKS = 5;
const NAMES = 12;

/** Round values in a range, at steps of 1, 2 or 5 times a power of ten. */
function marksIn(least: number, most: number): number[] {
  const wanted = (most - least) / MARKS;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * ([1, 2, 5].find((times) => times * power >= wanted) ?? 10);
  const first = Math.ceil(least / step);
  const count = Math.floor(most / step) - first + 1;
  return Array.from({ length: count }, (_, mark) => (first + mark) * step);
}

/** An SVG path of bars on a line at zero, each in the middle of its place. @param width share of the place. */
function barsPath(values: readonly number[], width: number): string {
  const bar = (value: number, spot: number) => `M${spot + (1 - width) / 2} 0v${-value}h${width}V0z`;
  return values.map(bar).join('');
}

/** A chart of bars. Screen readers get the table below it. */
export function BarChart({ behind, front, nameOf, valueText }: Bars) {
  const values = [...behind, ...front];
  const spots = Math.max(behind.length, front.length, 1);
  // Bars begin at zero, and an empty period has an axis.
  const least = 1.1 * Math.min(...values, 0);
  const most = Math.max(1.1 * Math.max(...values, 0), 1);
  const marks = marksIn(least, most);
  const shown = Math.ceil(spots / NAMES);
  const names = Array.from({ length: Math.ceil(spots / shown) }, (_, name) => name * shown);
  return (
    <div className="figures-chart" aria-hidden="true">
      <svg viewBox={`0 ${-most} ${spots} ${most - least}`} preserveAspectRatio="none">
        <path
          d={marks.map((mark) => `M0 ${-mark}h${spots}`).join('')}
          vectorEffect="non-scaling-stroke"
        />
        <path d={barsPath(behind, 0.8)} />
        <path d={barsPath(front, 0.4)} />
      </svg>
      <div className="figures-marks">
        {marks.map((mark) => (
          <span key={mark} style={{ top: `${((most - mark) / (most - least)) * 100}%` }}>
            {valueText(mark)}
          </span>
        ))}
      </div>
      <div className="figures-names">
        {names.map((spot) => (
          <span key={spot} style={{ left: `${((spot + 0.5) / spots) * 100}%` }}>
            {nameOf(spot)}
          </span>
        ))}
      </div>
    </div>
  );
}
