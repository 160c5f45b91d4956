import { fetchExport } from '#api/staff/exports.ts';
import type { ExportAnswer } from '#domain/wire/staff-exports.ts';
import { saveFile } from '#browser/files/save-file.ts';
import { asStaff } from './as-staff.ts';

/** Downloads an export. Returns its file name, and a note if there is one. @throws ApiError 400, 403 */
export async function saveExport(
  what: Parameters<typeof fetchExport>[0],
): Promise<Pick<ExportAnswer, 'name' | 'note'>> {
  const { name, text, note } = await asStaff((customer) => fetchExport(what, customer));
  saveFile(name, 'text/csv;charset=utf-8', text);
  return note === undefined ? { name } : { name, note };
}
