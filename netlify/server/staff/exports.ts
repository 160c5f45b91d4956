import { z } from 'zod';
import { countText } from '#domain/basics/count-text.ts';
import type { MovementFile } from '#domain/enums.ts';
import { londonTime } from '#domain/basics/london-clock.ts';
import type { Asked } from '#domain/contracts/staff-call.ts';
import type { ExportAnswer, getExport } from '#domain/contracts/staff-exports.ts';
import { FiguresAnswer } from '#domain/contracts/staff-figures.ts';
import { databaseFor } from '../database.ts';
import { Accounted, accountsSheet } from './accounts-sheet.ts';
import { importNote } from './daily-sheets.ts';
import { entriesSheet, Entry } from './entries-sheet.ts';
import { readFigures } from './figures.ts';
import { figuresSheet } from './figures-sheet.ts';
import { keepFiles, writtenFile } from './movement-files.ts';
import { Movement } from './movement-sheets.ts';
import { noteDownload } from './note-download.ts';
import { clickAndDrop, customsSheet } from './parcel-sheets.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';
import { stripeFees } from './stripe-fees.ts';

/** Names of the files of movements. */
const movementNames: Readonly<Record<MovementFile, string>> = {
  movements: 'movements',
  vat: 'vat',
  xero: 'xero-invoices',
  quickbooks: 'quickbooks-invoices',
  'quickbooks-credits': 'quickbooks-credit-notes',
};

const Answer = z.object({
  filed: z.boolean(),
  kept: z.string().nullable(),
  movements: z.array(Movement),
});

async function movementsFile(
  caller: StaffCaller,
  kind: MovementFile,
  { from, to }: { from: string; to: string },
): Promise<ExportAnswer> {
  const asked = { p_from: from, p_to: to, p_kind: kind };
  const found = staffDataOf(await databaseFor(caller).rpc('movements_for_accounts', asked));
  const { filed, kept, movements } = Answer.parse(found);
  const isImport = kind !== 'movements' && kind !== 'vat';
  const note = isImport ? importNote(movements) : undefined;
  const text =
    // Not kept: the attempt that filed it was interrupted.
    kept ?? (filed ? (await keepFiles(caller, from, movements))[kind] : undefined);
  return {
    name: `${movementNames[kind]}-${from}-to-${to}.csv`,
    text: text ?? writtenFile(kind, movements),
    ...(note !== undefined && { note }),
  };
}

/** Extent of a file, for the activity log: "2026-03-01 to 2026-03-31", "order 1042", "12 orders". */
function extentOf(query: Asked<typeof getExport>): string {
  if ('from' in query) return `${query.from} to ${query.to}`;
  if (query.kind === 'figures') return [query.period, query.day ?? ''].join(' ').trim();
  const [only] = query.orders;
  return query.orders.length === 1 ? `order ${only}` : countText(query.orders.length, 'order');
}

async function madeFile(
  caller: StaffCaller,
  query: Asked<typeof getExport>,
): Promise<ExportAnswer> {
  if (query.kind === 'accounts') {
    const { from, to } = query;
    const asked = { p_from: from, p_to: to };
    const found = await databaseFor(caller).rpc('payments_for_accounts', asked);
    const payments = z.array(Accounted).parse(staffDataOf(found));
    const { of, note } = await stripeFees(payments, from, to);
    return {
      name: `accounts-${from}-to-${to}.csv`,
      text: accountsSheet(payments, of),
      ...(note !== null && { note }),
    };
  }
  if (query.kind === 'stripe') {
    const { from, to } = query;
    const asked = { p_from: from, p_to: to };
    const found = await databaseFor(caller).rpc('stripe_entries_for_accounts', asked);
    const entries = z.array(Entry).parse(staffDataOf(found));
    return { name: `stripe-balance-${from}-to-${to}.csv`, text: entriesSheet(entries) };
  }
  if ('from' in query) return movementsFile(caller, query.kind, query);
  if (query.kind === 'figures') {
    const figures = FiguresAnswer.parse(await readFigures(caller, query));
    return {
      name: `figures-${figures.from}-to-${figures.to}.csv`,
      text: figuresSheet(figures),
    };
  }
  const found = await databaseFor(caller).rpc('labels_to_print', { p_orders: query.orders });
  const sheet = query.kind === 'customs' ? customsSheet : clickAndDrop;
  return {
    name: `${query.kind}-${londonTime(Date.now()).day}.csv`,
    text: sheet(staffDataOf(found)),
  };
}

/**
 * A file for labels, customs, the accountant or managers, recorded in the activity log.
 * @throws HttpError 403 if the caller may not see money.
 */
export async function exportedFile(
  caller: StaffCaller,
  query: Asked<typeof getExport>,
): Promise<ExportAnswer> {
  const file = await madeFile(caller, query);
  await noteDownload(caller, query.kind, extentOf(query));
  return file;
}
