import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Release,
  type ReleaseChanges,
  saveRelease,
} from '#domain/contracts/staff-releases.ts';
import { asStaff, reasonOf } from '../../kit/as-staff.ts';
import { releaseQuery } from '../release-queries.ts';
import { noOptions } from '../new-release.ts';
import { useReleaseAction } from '../use-release-action.ts';
import { addressOf, type AreaPlace } from '../../kit/place.ts';
import type { EditKeeper, Theirs } from './edit-keeper.ts';
import type { TypedForm } from './form-kind.ts';

interface Draft<Typed> {
  titleOf: (typed: Typed) => string;
  /** The form's changes, with the other changes of its draft if there is one; null if there are none. */
  changesOf: (
    typed: Typed,
    draft: Release | null,
  ) => ReleaseChanges | null | Promise<ReleaseChanges | null>;
  /** The shop's present values; null for something new. */
  ofShop: (typed: Typed) => Promise<Theirs<Typed> | null>;
  ofDraft: (draft: Release) => Theirs<Typed> | Promise<Theirs<Typed>>;
  /** The form's place once it is a draft. */
  placeOf: (typed: Typed) => AreaPlace;
}

/** Saves a form as a draft, after merging what others have saved since. */
export function useSaveDraft<Typed extends TypedForm>(
  edits: EditKeeper<Typed>,
  { titleOf, changesOf, ofShop, ofDraft, placeOf }: Draft<Typed>,
) {
  const client = useQueryClient();
  const action = useReleaseAction();
  const [problem, setProblem] = useState('');

  /** @returns whether it was saved; otherwise the person is told why, or must choose between two versions. */
  async function store(tries: number): Promise<boolean> {
    const { release, version } = edits.$typed.get().form;
    const draft =
      version > 0 ? await client.fetchQuery({ ...releaseQuery(release), staleTime: 0 }) : null;
    const theirs = draft ? await ofDraft(draft) : await ofShop(edits.$typed.get());
    if (theirs && !edits.meet(theirs)) return false;
    await edits.flush();
    const typed = edits.$typed.get();
    const changes = await changesOf(typed, draft);
    if (!changes) {
      setProblem('Nothing has changed.');
      return false;
    }
    const { title = titleOf(typed), source = 'Studio', options = noOptions } = draft ?? {};
    const asked = { release, title, source, options, changes, version: typed.form.version };
    try {
      const saved = await asStaff(saveRelease, { ...asked, form: edits.address });
      const form = { release, version: saved.version };
      edits.saved({ ...typed, form }, addressOf(placeOf(typed)));
      return true;
    } catch (error) {
      if (reasonOf(error) !== 'release_changed' || tries === 0) throw error;
      return store(tries - 1);
    }
  }

  async function save(): Promise<boolean> {
    setProblem('');
    let isSaved = false;
    await action.run(async () => {
      isSaved = await store(1);
    });
    return isSaved;
  }

  return { save, isBusy: action.isBusy, problem: problem || action.problem };
}
