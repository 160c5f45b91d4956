import { londonTime } from '#domain/basics/london-clock.ts';
import {
  type ExportedFile,
  type getCatalogueFile,
  mostFileBytes,
  type readCatalogueFile as call,
} from '#domain/contracts/catalogue-reading.ts';
import type { Asked } from '#domain/contracts/staff-call.ts';
import { exportCatalogue } from '../spreadsheets/export-catalogue.ts';
import type { ReadPage } from '../spreadsheets/exported-catalogue.ts';
import { readForStudio } from '../spreadsheets/read-for-studio.ts';
import { databaseFor } from '../database.ts';
import { readBytes } from '../request-body.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

function pagesFor(caller: StaffCaller): ReadPage {
  return async (p_offset, p_limit) =>
    staffDataOf(await databaseFor(caller).rpc('staff_export_catalogue', { p_offset, p_limit }));
}

/** The whole catalogue as a file. @throws HttpError those of `staffDataOf`. */
export async function exportForStudio(
  caller: StaffCaller,
  { format }: Asked<typeof getCatalogueFile>,
): Promise<ExportedFile> {
  const { content } = await exportCatalogue(pagesFor(caller), format);
  const day = londonTime(Date.now()).day;
  return { name: `catalogue-${day}.${format}`, base64: Buffer.from(content).toString('base64') };
}

/** Reads a spreadsheet. @throws HttpError those of `staffDataOf`. */
export async function readCatalogueFile(
  caller: StaffCaller,
  { name, renamed, new: fresh }: Asked<typeof call>,
  { request }: { request: Request },
) {
  const bytes = await readBytes(request, mostFileBytes);
  const file = { bytes, name, renamed, fresh };
  return readForStudio(file, pagesFor(caller));
}
