import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import type { FiguresAnswer } from '#domain/wire/staff-figures.ts';
import { poundsOf, spotText } from './figure-texts.ts';

const font = '12px "Instrument Sans Variable", sans-serif';

/** Bars in a colour of the design, as wide as a share of their place. */
function bars(width: number, fill: string): uPlot.Series {
  return {
    fill,
    width: 0,
    points: { show: false },
    ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [width] }) }),
  };
}

function drawn(figures: FiguresAnswer, frame: HTMLElement): uPlot {
  const { period, from, course, course_before: before } = figures;
  const spots = Array.from({ length: Math.max(course.length, before.length) }, (_, spot) => spot);
  const pounds = (row: readonly number[]) =>
    spots.map((spot) => {
      const inPence = row[spot];
      return inPence === undefined ? null : inPence / 100;
    });
  const { color } = getComputedStyle(frame);
  const pale = getComputedStyle(frame).getPropertyValue('--color-bone-deep');
  const axis = { font, stroke: color, ticks: { show: false } };
  return new uPlot(
    {
      width: frame.clientWidth,
      height: frame.clientHeight,
      legend: { show: false },
      cursor: { show: false },
      padding: [12, 0, 0, 0],
      scales: {
        x: { time: false, range: [-0.5, spots.length - 0.5] },
        // Bars begin at zero, and an empty period has an axis.
        y: { range: (_, least, most) => [Math.min(least * 1.1, 0), Math.max(most * 1.1, 1)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 32,
          space: 56,
          incrs: [1, 2, 3, 4, 5, 7, 10],
          values: (_, marks) => marks.map((spot) => spotText(period, from, spot)),
        },
        {
          ...axis,
          size: 64,
          grid: { stroke: pale, width: 1 },
          values: (_, marks) =>
            marks.map((mark) => poundsOf(Math.round(mark * 100)).replace(/\.00$/, '')),
        },
      ],
      // The period before: behind, wider and pale.
      series: [{}, bars(0.8, pale), bars(0.4, color)],
    },
    [spots, pounds(before), pounds(course)],
    frame,
  );
}

/** Revenue as bars before those of the period before. Screen readers get the table below it. */
export function RevenueChart({ figures }: { figures: FiguresAnswer }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = ref.current;
    if (!frame) return undefined;
    const chart = drawn(figures, frame);
    const resized = new ResizeObserver(() =>
      chart.setSize({ width: frame.clientWidth, height: frame.clientHeight }),
    );
    resized.observe(frame);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [figures]);
  return <div ref={ref} className="figures-chart" aria-hidden="true" />;
}
