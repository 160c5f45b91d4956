import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { projectFolder } from '../settings.ts';
import { BankHoliday } from './bank-holiday-list.ts';

/** The list that the migrations have stored in the database. */
export const bankHolidaysFile = path.join(projectFolder, 'supabase/bank-holidays.json');

/** The file's bank holidays, oldest first. */
export function knownBankHolidays(): BankHoliday[] {
  return z.array(BankHoliday).parse(JSON.parse(readFileSync(bankHolidaysFile, 'utf8')));
}
