import type { DownloadKind } from '#domain/enums.ts';
import { databaseFor } from '../database.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

/**
 * Records a file in the activity log before it is handed over. If that fails, so does the download: none goes
 * unrecorded.
 * @param words extent of the file: its days, or its orders.
 */
export async function noteDownload(caller: StaffCaller, kind: DownloadKind, words = '') {
  const noted = { p_kind: kind, p_words: words };
  staffDataOf(await databaseFor(caller).rpc('staff_note_download', noted));
}
