import type { DeviceName } from './conditions.ts';
import { figureCell } from './figure-cell.ts';
import type { ShownTimes } from './frame-reports.ts';
import { type WalkLimits, walkLimits } from './limits.ts';
import { type WalkName, walkStarts } from './shop.ts';
import { textTable } from './text-table.ts';

const rows: { key: keyof ShownTimes; label: string }[] = [
  { key: 'content', label: 'content, ms' },
  { key: 'picture', label: 'largest picture, ms' },
  { key: 'sharp', label: 'the same, sharp, ms' },
  { key: 'back', label: 'back, ms' },
];

const counted: Record<DeviceName, string> = {
  phone: 'phone, from the release of the finger',
  desk: 'desk, from the press of the mouse',
};

/** A walk's figures, and those of the other shop. */
export interface ComparedWalk {
  to: WalkName;
  figures: ShownTimes;
  other?: ShownTimes | undefined;
}

/** Formats the walks on one device. */
export function walkTable(device: DeviceName, walks: readonly ComparedWalk[]): string {
  return textTable([
    [counted[device], ...walks.map(({ to }) => `${walkStarts[to]} → ${to}`)],
    ...rows.map(({ key, label }) =>
      [label].concat(
        walks.map(({ to, figures, other }) => {
          const limits: Partial<Record<keyof ShownTimes | keyof WalkLimits, number>> =
            walkLimits[device][to];
          return figureCell(figures[key], limits[key], other?.[key]);
        }),
      ),
    ),
  ]);
}
