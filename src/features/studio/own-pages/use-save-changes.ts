import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ReleaseChanges, saveRelease } from '#domain/wire/staff-releases.ts';
import { asStaff } from '../as-staff.ts';
import { releasePlace } from '../catalogue/release-place.ts';
import { goTo } from '../use-place.ts';

/** Saves changes as a new draft release, then shows it. */
export function useSaveChanges() {
  // Made once: saving again after a lost response makes no second draft.
  const [release] = useState(() => crypto.randomUUID());
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (what: { title: string; changes: ReleaseChanges }) =>
      asStaff(saveRelease, { release, source: 'Studio', options: {}, version: 0, ...what }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['releases'] });
      goTo(releasePlace(release));
    },
  });
  return {
    save(title: string, changes: ReleaseChanges, onSaved: () => void): void {
      if (!save.isPending) save.mutate({ title, changes }, { onSuccess: onSaved });
    },
    isSaving: save.isPending,
    error: save.error,
  };
}
