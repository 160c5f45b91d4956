import type { FiguresAnswer } from '#domain/contracts/staff-figures.ts';
import { DataTable } from '../kit/DataTable.tsx';
import { poundsOf, spotText } from './figure-texts.ts';

function cellText(inPence: number | undefined): string {
  return inPence === undefined ? '–' : poundsOf(inPence);
}

/** The chart's numbers. */
export function CourseTable({ figures }: { figures: FiguresAnswer }) {
  const { period, from, course, course_before: before } = figures;
  const spotName = period === 'day' ? 'Hour' : 'Day';
  const spots = Math.max(course.length, before.length);
  return (
    <details className="figures-numbers">
      <summary>Numbers of the chart</summary>
      <DataTable
        className="studio-table"
        caption={`Revenue by ${spotName.toLowerCase()}`}
        columns={[spotName, 'Revenue', 'Before']}
        rows={Array.from({ length: spots }, (_, spot) => {
          const name = spotText(period, from, spot);
          return { key: name, name, cells: [cellText(course[spot]), cellText(before[spot])] };
        })}
      />
    </details>
  );
}
