/**
 * `npm run bank-holidays`: brings `supabase/bank-holidays.json` in line with GOV.UK's list and writes the
 * migration that updates the database.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { newMigrationPath } from '../new-migration-path.ts';
import { projectFolder } from '../settings.ts';
import { holidaysOf, listChange, listFile, renewed } from './bank-holiday-list.ts';
import { bankHolidaysFile, knownBankHolidays } from './known-bank-holidays.ts';

const answer = await fetch('https://www.gov.uk/bank-holidays.json');
if (!answer.ok) throw new Error(`GOV.UK answered ${answer.status}`);
const known = knownBankHolidays();
const list = renewed(known, holidaysOf(await answer.json()));
const statements = listChange(known, list);
if (statements === null) {
  console.log(`Already up to date: the list ends on ${list.at(-1)?.date}.`);
} else {
  const file = newMigrationPath('bank_holidays');
  writeFileSync(bankHolidaysFile, listFile(list));
  writeFileSync(path.join(projectFolder, file), statements);
  console.log(file);
}
