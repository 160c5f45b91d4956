import { useStore } from '@nanostores/react';
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
import { releasePlace } from '../release-place.ts';
import { addressOf, type AreaPlace } from '../../kit/place.ts';
import { goTo } from '../../kit/use-place.ts';
import type { EditKeeper } from './edit-keeper.ts';
import { announced, saveText } from './save-text.ts';
import type { Theirs } from './theirs.ts';
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

/**
 * Saves a form as a draft, after merging what others have saved since.
 * @param isChanged whether its changes are worth a draft.
 */
export function useSaveDraft<Typed extends TypedForm>(
  edits: EditKeeper<Typed>,
  { titleOf, changesOf, ofShop, ofDraft, placeOf }: Draft<Typed>,
  isChanged = edits.isChanged,
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

  /** Saves the form and shows its release. */
  async function save(): Promise<void> {
    setProblem('');
    let isSaved = false;
    await action.run(async () => {
      isSaved = await store(1);
    });
    if (isSaved) goTo(releasePlace(edits.$typed.get().form.release));
  }
  const state = useStore(edits.$state);
  return {
    save,
    isBusy: action.isBusy,
    isChanged,
    /** Why it was not saved; `''` if it was. */
    problem: problem || (action.problem && `Not saved: ${action.problem}`),
    state: action.isBusy
      ? announced('Saving the draft …')
      : saveText(state, isChanged, 'No changes yet.'),
  };
}

export type SaveDraft = ReturnType<typeof useSaveDraft>;
