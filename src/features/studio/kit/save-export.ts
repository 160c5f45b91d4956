import { type AccountKind, type ExportAnswer, getExport } from '#domain/contracts/staff-exports.ts';
import type { FigurePeriod } from '#domain/enums.ts';
import { saveFile } from '#browser/files/save-file.ts';
import { asStaff } from './as-staff.ts';

/** Labels or customs of orders, the accounts of days (`2026-03-14`), the last included, or figures. */
type Export =
  | { kind: 'click-and-drop' | 'customs'; orders: readonly number[] }
  | { kind: AccountKind; from: string; to: string }
  | { kind: 'figures'; period: FigurePeriod; day: string };

/** Downloads an export. Returns its file name, and a note if there is one. @throws ApiError 400, 403 */
export async function saveExport(what: Export): Promise<Pick<ExportAnswer, 'name' | 'note'>> {
  const asked = 'orders' in what ? { ...what, orders: what.orders.join(',') } : what;
  const { name, text, note } = await asStaff(getExport, asked);
  saveFile(name, 'text/csv;charset=utf-8', text);
  return note === undefined ? { name } : { name, note };
}
