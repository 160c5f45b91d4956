import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { holidaysOf, listChange, listFile, renewed } from './bank-holiday-list.ts';
import { bankHolidaysFile, knownBankHolidays } from './known-bank-holidays.ts';

const newYear = { date: '2028-01-03', title: 'New Year’s Day' };
const easter = { date: '2028-04-17', title: 'Easter Monday' };
const may = { date: '2028-05-01', title: 'Early May bank holiday' };

test('reads the holidays of England and Wales, oldest first, without notes', () => {
  const events = [
    { ...easter, notes: '', bunting: true },
    { ...newYear, notes: 'Substitute day', bunting: true },
  ];
  const feed = {
    'england-and-wales': { division: 'england-and-wales', events },
    scotland: { division: 'scotland', events: [] },
  };
  expect(holidaysOf(feed)).toEqual([newYear, easter]);
});

test.each([
  [{}, /Invalid input/],
  [{ 'england-and-wales': { events: [] } }, /Too small/],
  [{ 'england-and-wales': { events: [{ ...may, date: '01/05/2028' }] } }, /Invalid ISO date/],
])('rejects a feed in another format: %j', (feed, message) => {
  expect(() => holidaysOf(feed)).toThrow(message);
});

test('keeps years that are no longer published, and replaces those that are', () => {
  const old = { date: '2027-12-28', title: 'Boxing Day' };
  const moved = { date: '2028-05-08', title: 'Early May bank holiday (VE day)' };
  expect(renewed([old, newYear, may], [newYear, moved])).toEqual([old, newYear, moved]);
});

test('a migration deletes, adds and renames only the days that have changed', () => {
  const renamed = { ...easter, title: "St George's Monday" };
  expect(listChange([newYear, easter, may], [newYear, renamed])).toBe(
    `-- Bank holidays in England and Wales: supabase/bank-holidays.json. Written by npm run bank-holidays.

delete from public.bank_holidays where day in ('2028-05-01');

insert into public.bank_holidays (day, name) values
  ('2028-04-17', 'St George''s Monday')
on conflict (day) do update set name = excluded.name;
`,
  );
  expect(listChange([newYear, easter], [newYear, easter])).toBeNull();
});

test('the committed file matches the command’s output', () => {
  expect(readFileSync(bankHolidaysFile, 'utf8')).toBe(listFile(knownBankHolidays()));
});
