import { londonTime } from '#domain/london-clock.ts';
import type { ExportedFile } from '#domain/wire/catalogue-reading.ts';
import { type Subscriber, SubscribersAnswer } from '#domain/wire/staff-mailings.ts';
import { database } from '../database.ts';
import { subscribersWorkbook } from '../spreadsheets/subscribers-file.ts';
import { csvText } from './csv.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

/** A page of subscribers, and more than any list has, for a file. */
const page = 50;
const all = 1_000_000;

/** Subscribers whose address contains a text, after an address. */
export async function subscribers(
  caller: StaffCaller,
  search: string,
  after: string | undefined,
  limit = page,
): Promise<SubscribersAnswer> {
  const asked = { ...caller, p_search: search, p_limit: limit, ...(after && { p_after: after }) };
  return SubscribersAnswer.parse(staffDataOf(await database().rpc('staff_subscribers', asked)));
}

/** For another mailing program; people open the workbook. */
function subscribersCsv(people: readonly Subscriber[]): string {
  const columns = ['E-mail', 'Consented at', 'Entered at', 'Consented to'] as const;
  const rows = people.map(({ email, confirmed_at, asked_from, confirmed_text }) => ({
    'E-mail': email,
    'Consented at': confirmed_at,
    'Entered at': asked_from,
    'Consented to': confirmed_text,
  }));
  return csvText(columns, rows, 'machine');
}

/** All subscribers with their consent, as a spreadsheet. */
export async function subscribersFile(
  caller: StaffCaller,
  format: 'xlsx' | 'csv',
): Promise<ExportedFile> {
  const { subscribers: people } = await subscribers(caller, '', undefined, all);
  const content = format === 'csv' ? subscribersCsv(people) : await subscribersWorkbook(people);
  const { day } = londonTime(Date.now());
  return {
    name: `subscribers-${day}.${format}`,
    base64: Buffer.from(content).toString('base64'),
  };
}
