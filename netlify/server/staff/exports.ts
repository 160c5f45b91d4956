import { z } from 'zod';
import { londonTime } from '#domain/london-clock.ts';
import type { ExportAnswer } from '#domain/wire/staff-exports.ts';
import { database } from '../database.ts';
import { rowNumber } from '../row-number.ts';
import { Accounted, accountsSheet } from './accounts-sheet.ts';
import { clickAndDrop, customsSheet, ToLabel } from './parcel-sheets.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';
import { stripeFees } from './stripe-fees.ts';

const mostLabels = 200;
/** A year of accounts and a quarter. */
const mostDays = 460;

const orders = z
  .string('Name the orders.')
  .transform((text) => text.split(',').map(rowNumber))
  .pipe(
    z
      .array(z.int('Not a valid id.'))
      .max(mostLabels, `Export at most ${mostLabels} orders at once.`),
  );
const day = z.iso.date('Write the day as year-month-day, such as 2026-03-14.');

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/** The query of `GET /api/staff/export`. */
export const ExportQuery = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('click-and-drop'), orders }),
    z.object({ kind: z.literal('customs'), orders }),
    z
      .object({ kind: z.literal('accounts'), from: day, to: day })
      .refine(({ from, to }) => from <= to, {
        path: ['to'],
        error: 'The last day comes before the first.',
      })
      .refine(({ from, to }) => daysBetween(from, to) <= mostDays, {
        path: ['to'],
        error: `Export at most ${mostDays} days at once.`,
      }),
  ],
  'The kind is click-and-drop, customs or accounts.',
);

/** A file for labels, customs or the accountant. @throws HttpError 403 where accounts are not theirs to see. */
export async function exportedFile(
  caller: StaffCaller,
  query: z.output<typeof ExportQuery>,
): Promise<ExportAnswer> {
  if (query.kind === 'accounts') {
    const { from, to } = query;
    const asked = { ...caller, p_from: from, p_to: to };
    const found = await database().rpc('payments_for_accounts', asked);
    const payments = z.array(Accounted).parse(staffDataOf(found));
    const { of, note } = await stripeFees(payments, from, to);
    return {
      name: `accounts-${from}-to-${to}.csv`,
      text: accountsSheet(payments, of),
      ...(note !== null && { note }),
    };
  }
  const found = await database().rpc('labels_to_print', { ...caller, p_orders: query.orders });
  const sheet = query.kind === 'customs' ? customsSheet : clickAndDrop;
  return {
    name: `${query.kind}-${londonTime(Date.now()).day}.csv`,
    text: sheet(z.array(ToLabel).parse(staffDataOf(found))),
  };
}
