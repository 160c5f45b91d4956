import type { FiguresAnswer } from '#domain/contracts/staff-figures.ts';
import { BarChart, type Bars } from './BarChart.tsx';
import { poundsOf, spotText } from './figure-texts.ts';

function inPounds(row: readonly number[]): number[] {
  return row.map((inPence) => inPence / 100);
}

function barsOf({ period, from, course, course_before: before }: FiguresAnswer): Bars {
  return {
    behind: inPounds(before),
    front: inPounds(course),
    nameOf: (spot) => spotText(period, from, spot),
    valueText: (pounds) => poundsOf(Math.round(pounds * 100)).replace(/\.00$/, ''),
  };
}

/** Revenue as bars before those of the period before. Screen readers get the table below it. */
export function RevenueChart({ figures }: { figures: FiguresAnswer }) {
  return <BarChart {...barsOf(figures)} />;
}
