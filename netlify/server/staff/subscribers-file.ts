import { londonTime } from '#domain/basics/london-clock.ts';
import type { ExportedFile, getSubscribersFile } from '#domain/contracts/catalogue-reading.ts';
import type { Asked } from '#domain/contracts/staff-call.ts';
import type { Subscriber } from '#domain/contracts/staff-mailings.ts';
import { subscribersWorkbook } from '../spreadsheets/subscribers-file.ts';
import { csvText } from './csv.ts';
import { noteDownload } from './note-download.ts';
import type { StaffCaller } from './staff-data.ts';
import { subscribers } from './subscribers.ts';

/** More than any list has. */
const all = 1_000_000;

/** CSV for another mailing program; people open the workbook. */
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
  { format }: Asked<typeof getSubscribersFile>,
): Promise<ExportedFile> {
  const { subscribers: people } = await subscribers(caller, '', undefined, all);
  const content = format === 'csv' ? subscribersCsv(people) : await subscribersWorkbook(people);
  await noteDownload(caller, 'subscribers');
  const { day } = londonTime(Date.now());
  return {
    name: `subscribers-${day}.${format}`,
    base64: Buffer.from(content).toString('base64'),
  };
}
