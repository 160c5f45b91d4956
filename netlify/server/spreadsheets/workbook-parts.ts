import type { writeXlsx } from 'hucre/xlsx';
import { londonShort } from '#domain/basics/london-clock.ts';

/** A sheet of a workbook as the library writes it. */
export type Sheet = Parameters<typeof writeXlsx>[0]['sheets'][number];

/** “Text” keeps a spreadsheet from making a date of “1-2” and from dropping the zero of a code. */
export const TEXT = '@';

/** A day with its time. */
export const MOMENT = 'd mmmm yyyy hh:mm';

/** Bold, on the shop's paper. */
const headerStyle = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'EFEBE4' } },
} as const;

/** The look of a sheet's first row. */
export function headerCells(header: readonly string[]): NonNullable<Sheet['cells']> {
  return new Map(
    header.map((value, index) => [`0,${index}`, { value, type: 'string', style: headerStyle }]),
  );
}

/** London's clock time, since spreadsheets have no time zones; null for infinity. */
export function momentCell(moment: string | null): Date | null {
  if (moment === null || moment.endsWith('infinity')) return null;
  return new Date(`${londonShort(moment).replace(' ', 'T')}Z`);
}
