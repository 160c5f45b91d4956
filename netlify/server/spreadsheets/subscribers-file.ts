import { writeXlsx } from 'hucre/xlsx';
import type { Subscriber } from '#domain/contracts/staff-mailings.ts';
import { columnLetters } from './table.ts';
import { headerCells, MOMENT, momentCell, TEXT } from './workbook-parts.ts';

const columns = [
  { header: 'E-mail', width: 36, numFmt: TEXT },
  { header: 'Consented at (London)', width: 24, numFmt: MOMENT },
  { header: 'Entered at', width: 16, numFmt: TEXT },
  { header: 'Consented to', width: 60, numFmt: TEXT },
];

/**
 * Subscribers with their consent as an Excel workbook: moments are dates, and addresses are text, so that one
 * that begins like a formula is not run.
 */
export async function subscribersWorkbook(people: readonly Subscriber[]): Promise<Uint8Array> {
  const header = columns.map((column) => column.header);
  const rows = people.map(({ email, confirmed_at, asked_from, confirmed_text }) => [
    email,
    momentCell(confirmed_at),
    asked_from,
    confirmed_text,
  ]);
  const sheet = {
    name: 'Subscribers',
    columns: columns.map(({ width, numFmt }) => ({ width, numFmt })),
    rows: [header, ...rows],
    cells: headerCells(header),
    freezePane: { rows: 1 },
    autoFilter: { range: `A1:${columnLetters(header.length - 1)}${rows.length + 1}` },
  };
  return writeXlsx({ sheets: [sheet], properties: { title: 'Subscribers' } });
}
