import { z } from 'zod';
import type { MovementFile } from '#domain/enums.ts';
import { databaseFor } from '../database.ts';
import { quickBooksSheet, xeroSheet } from './daily-sheets.ts';
import { type Movement, movementsSheet, vatSheet } from './movement-sheets.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

/** Writers of the files of movements. */
const writers: Readonly<Record<MovementFile, (movements: readonly Movement[]) => string>> = {
  movements: movementsSheet,
  vat: vatSheet,
  xero: xeroSheet,
  quickbooks: (movements) => quickBooksSheet(movements, 'invoices'),
  'quickbooks-credits': (movements) => quickBooksSheet(movements, 'credit notes'),
};

/** The file of these movements. */
export function writtenFile(kind: MovementFile, movements: readonly Movement[]): string {
  return writers[kind](movements);
}

const Files = z.record(z.string(), z.string());

/**
 * Writes the files of a filed quarter and keeps them, unless they are kept already.
 * @param quarter first day of the quarter.
 * @returns the kept files by kind: the first ones that were written.
 */
export async function keepFiles(
  caller: StaffCaller,
  quarter: string,
  movements: readonly Movement[],
): Promise<z.infer<typeof Files>> {
  const files = Object.fromEntries(
    Object.entries(writers).map(([kind, write]) => [kind, write(movements)]),
  );
  const asked = { p_quarter: quarter, p_files: files };
  return Files.parse(staffDataOf(await databaseFor(caller).rpc('keep_filed_files', asked)));
}
