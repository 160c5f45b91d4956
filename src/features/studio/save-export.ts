import { type ExportAnswer, getExport } from '#domain/wire/staff-exports.ts';
import { saveFile } from '#browser/files/save-file.ts';
import { asStaff } from './as-staff.ts';

/** Labels or customs of orders, or the accounts of days (`2026-03-14`), the last included. */
type Export =
  | { kind: 'click-and-drop' | 'customs'; orders: readonly number[] }
  | { kind: 'accounts'; from: string; to: string };

/** Downloads an export. Returns its file name, and a note if there is one. @throws ApiError 400, 403 */
export async function saveExport(what: Export): Promise<Pick<ExportAnswer, 'name' | 'note'>> {
  const asked = what.kind === 'accounts' ? what : { ...what, orders: what.orders.join(',') };
  const { name, text, note } = await asStaff(getExport, asked);
  saveFile(name, 'text/csv;charset=utf-8', text);
  return note === undefined ? { name } : { name, note };
}
