import { z } from 'zod';
import { londonTime } from '#domain/london-clock.ts';
import { CatalogueReading, type ExportedFile } from '#domain/wire/catalogue-reading.ts';
import { exportCatalogue } from '../spreadsheets/export-catalogue.ts';
import type { ReadPage } from '../spreadsheets/exported-catalogue.ts';
import { readForStudio, type SentFile } from '../spreadsheets/read-for-studio.ts';
import { database } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** The query of `GET /api/staff/catalogue-export`. */
export const ExportQuery = z.object({
  format: z.enum(['xlsx', 'csv'], 'There is no such format.'),
});

/** The query of `POST /api/staff/catalogue-read`; `renamed` and `new` are read beside it, since they may come often. */
export const ReadQuery = z.object({ name: z.string().min(1).max(300) });

function pagesFor(caller: StaffCaller): ReadPage {
  return async (p_offset, p_limit) =>
    staffDataOf(await database().rpc('staff_export_catalogue', { ...caller, p_offset, p_limit }));
}

/** The whole catalogue as a file. @throws HttpError those of `staffDataOf`. */
export async function exportForStudio(
  caller: StaffCaller,
  { format }: z.output<typeof ExportQuery>,
): Promise<ExportedFile> {
  const { content } = await exportCatalogue(pagesFor(caller), format);
  const day = londonTime(Date.now()).day;
  return { name: `catalogue-${day}.${format}`, base64: Buffer.from(content).toString('base64') };
}

/** What a spreadsheet says. @throws HttpError those of `staffDataOf`. */
export async function readCatalogueFile(
  caller: StaffCaller,
  file: SentFile,
): Promise<CatalogueReading> {
  return CatalogueReading.parse(await readForStudio(file, pagesFor(caller)));
}
