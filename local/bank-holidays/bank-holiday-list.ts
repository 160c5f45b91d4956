import { z } from 'zod';

/** A bank holiday in England and Wales. */
export const BankHoliday = z.object({ date: z.iso.date(), title: z.string().min(1) });
export type BankHoliday = z.infer<typeof BankHoliday>;

/** Response of https://www.gov.uk/bank-holidays.json. */
const Feed = z.object({ 'england-and-wales': z.object({ events: z.array(BankHoliday).min(1) }) });

/** Bank holidays in England and Wales, oldest first. @throws ZodError if the feed's format has changed. */
export function holidaysOf(feed: unknown): BankHoliday[] {
  return Feed.parse(feed)['england-and-wales'].events.toSorted((a, b) =>
    a.date.localeCompare(b.date),
  );
}

/** The published list, preceded by the known holidays of years that GOV.UK no longer lists. */
export function renewed(
  known: readonly BankHoliday[],
  published: readonly BankHoliday[],
): BankHoliday[] {
  const [first] = published;
  return [...known.filter(({ date }) => first && date < first.date), ...published];
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** SQL that turns one list into another; null when they are equal. */
export function listChange(
  before: readonly BankHoliday[],
  after: readonly BankHoliday[],
): string | null {
  const titles = new Map(before.map(({ date, title }) => [date, title]));
  const written = after.filter(({ date, title }) => titles.get(date) !== title);
  const dates = new Set(after.map(({ date }) => date));
  const gone = before.filter(({ date }) => !dates.has(date));
  if (written.length === 0 && gone.length === 0) return null;

  const rows = written.map(({ date, title }) => `  (${text(date)}, ${text(title)})`);
  const statements = [
    ...(gone.length > 0
      ? [
          `delete from public.bank_holidays where day in (${gone.map(({ date }) => text(date)).join(', ')});\n`,
        ]
      : []),
    ...(rows.length > 0
      ? [
          `insert into public.bank_holidays (day, name) values\n${rows.join(',\n')}\non conflict (day) do update set name = excluded.name;\n`,
        ]
      : []),
  ];
  return `-- Bank holidays in England and Wales: supabase/bank-holidays.json. Written by npm run bank-holidays.\n\n${statements.join('\n')}`;
}

/** Content of `supabase/bank-holidays.json`, one day per line. */
export function listFile(list: readonly BankHoliday[]): string {
  const lines = list.map(
    ({ date, title }) => `  { "date": ${JSON.stringify(date)}, "title": ${JSON.stringify(title)} }`,
  );
  return `[\n${lines.join(',\n')}\n]\n`;
}
