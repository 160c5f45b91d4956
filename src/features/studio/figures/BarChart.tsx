import './valid-language.ts';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';

const font = '12px "Instrument Sans Variable", sans-serif';

/** Two rows of bars, the second before the first. */
export interface Bars {
  behind: readonly number[];
  front: readonly number[];
  nameOf: (spot: number) => string;
  valueText: (value: number) => string;
}

/** Bars in a colour of the design, as wide as a share of their place. */
function bars(width: number, fill: string): uPlot.Series {
  return {
    fill,
    width: 0,
    points: { show: false },
    ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [width] }) }),
  };
}

function drawn({ behind, front, nameOf, valueText }: Bars, frame: HTMLElement): uPlot {
  const spots = Array.from({ length: Math.max(front.length, behind.length) }, (_, spot) => spot);
  const values = (row: readonly number[]) => spots.map((spot) => row[spot] ?? null);
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
          values: (_, marks) => marks.map(nameOf),
        },
        {
          ...axis,
          size: 64,
          grid: { stroke: pale, width: 1 },
          values: (_, marks) => marks.map(valueText),
        },
      ],
      // The row behind: wider and pale.
      series: [{}, bars(0.8, pale), bars(0.4, color)],
    },
    [spots, values(behind), values(front)],
    frame,
  );
}

/**
 * A chart of bars. Screen readers get the table below it.
 * @param barsOf a function outside components: a change of it or of the data draws the chart again.
 */
export function BarChart<Data>({ data, barsOf }: { data: Data; barsOf: (data: Data) => Bars }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = ref.current;
    if (!frame) return undefined;
    const chart = drawn(barsOf(data), frame);
    const resized = new ResizeObserver(() =>
      chart.setSize({ width: frame.clientWidth, height: frame.clientHeight }),
    );
    resized.observe(frame);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
  }, [data, barsOf]);
  return <div ref={ref} className="figures-chart" aria-hidden="true" />;
}
