import type { Asked } from '#domain/contracts/staff-call.ts';
import type * as calls from '#domain/contracts/staff-edits.ts';
import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** The caller's unsaved input of a form, and who else edits the same. */
export async function readEdits(
  caller: StaffCaller,
  { form, subjects }: Asked<typeof calls.getEdits>,
) {
  const asked = { p_subjects: subjects, ...(form !== undefined && { p_form: form }) };
  return staffDataOf(await databaseFor(caller).rpc('staff_edits', asked));
}

/** Keeps or drops unsaved input. @throws HttpError 409 `edit_changed`; those of `staffDataOf`. */
export async function saveEdit(
  caller: StaffCaller,
  { form, subjects, title, input, writer, version }: Asked<typeof calls.saveEdit>,
) {
  const saved = await databaseFor(caller).rpc('staff_save_edit', {
    p_form: form,
    p_subjects: subjects,
    p_title: title,
    p_input: input,
    p_writer: writer,
    p_version: version,
  });
  return staffDataOf(saved);
}
