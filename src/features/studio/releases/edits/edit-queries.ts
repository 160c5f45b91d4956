import { queryOptions } from '@tanstack/react-query';
import { getEdits } from '#domain/contracts/staff-edits.ts';
import { asStaff } from '../../kit/as-staff.ts';

/** A form's unsaved input, and who else edits the same; fetched whenever the form is opened. */
export function editsOf(form: string, subjects: readonly string[]) {
  return queryOptions({
    queryKey: ['edits', form],
    queryFn: ({ signal }) => asStaff(getEdits, { form, subjects: subjects.join(',') }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Everybody's unsaved input. */
export const allEdits = queryOptions({
  queryKey: ['edits'],
  queryFn: ({ signal }) => asStaff(getEdits, {}, { signal }),
});
