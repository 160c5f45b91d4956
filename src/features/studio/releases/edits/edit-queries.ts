import { getEdits } from '#domain/contracts/staff-edits.ts';
import { staffQuery } from '../../kit/staff-query.ts';

/** A form's unsaved input, and who else edits the same; fetched whenever the form is opened. */
export function editsOf(form: string, subjects: readonly string[]) {
  return staffQuery(
    ['edits', form],
    getEdits,
    { form, subjects: subjects.join(',') },
    {
      staleTime: 0,
      gcTime: 0,
    },
  );
}

/** Everybody's unsaved input. */
export const allEdits = staffQuery(['edits'], getEdits, {});
