import { z } from 'zod';
import { londonTime } from '#domain/london-clock.ts';
import type { Asked } from '#domain/wire/staff-call.ts';
import type { ExportAnswer, getExport } from '#domain/wire/staff-exports.ts';
import { databaseFor } from '../database.ts';
import { Accounted, accountsSheet } from './accounts-sheet.ts';
import { readFigures } from './figures.ts';
import { figuresSheet } from './figures-sheet.ts';
import {
  importNote,
  Movement,
  movementsSheet,
  quickBooksSheet,
  vatSheet,
  xeroSheet,
} from './movement-sheets.ts';
import { clickAndDrop, customsSheet } from './parcel-sheets.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';
import { stripeFees } from './stripe-fees.ts';

/** Names of the files of movements, with their writers. */
const movementFiles = {
  movements: ['movements', movementsSheet],
  vat: ['vat', vatSheet],
  xero: ['xero-statement', xeroSheet],
  quickbooks: ['quickbooks-upload', quickBooksSheet],
} as const;

async function movementsFile(
  caller: StaffCaller,
  kind: keyof typeof movementFiles,
  { from, to }: { from: string; to: string },
): Promise<ExportAnswer> {
  const asked = { p_from: from, p_to: to };
  const found = await databaseFor(caller).rpc('movements_for_accounts', asked);
  const movements = z.array(Movement).parse(staffDataOf(found));
  const [name, sheet] = movementFiles[kind];
  const isImport = kind === 'xero' || kind === 'quickbooks';
  const note = isImport ? importNote(movements) : undefined;
  return {
    name: `${name}-${from}-to-${to}.csv`,
    text: sheet(movements),
    ...(note !== undefined && { note }),
  };
}

/** A file for labels, customs, the accountant or managers. @throws HttpError 403 if the caller may not see money. */
export async function exportedFile(
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
  if ('from' in query) return movementsFile(caller, query.kind, query);
  if (query.kind === 'figures') {
    const figures = await readFigures(caller, query);
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
