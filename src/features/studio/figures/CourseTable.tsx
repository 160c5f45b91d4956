import type { FiguresAnswer } from '#domain/contracts/staff-figures.ts';
import { poundsOf, spotText } from './figure-texts.ts';

function cellText(inPence: number | undefined): string {
  return inPence === undefined ? '–' : poundsOf(inPence);
}

/** The chart's numbers. */
export function CourseTable({ figures }: { figures: FiguresAnswer }) {
  const { period, from, course, course_before: before } = figures;
  const spots = Math.max(course.length, before.length);
  return (
    <details className="figures-numbers">
      <summary>Numbers of the chart</summary>
      <table className="studio-table">
        <caption className="sr-only">Revenue by {period === 'day' ? 'hour' : 'day'}</caption>
        <thead>
          <tr>
            <th scope="col">{period === 'day' ? 'Hour' : 'Day'}</th>
            <th scope="col">Revenue</th>
            <th scope="col">Before</th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: spots }, (_, spot) => {
            const name = spotText(period, from, spot);
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{cellText(course[spot])}</td>
                <td>{cellText(before[spot])}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
