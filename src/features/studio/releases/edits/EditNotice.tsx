import type { Edits } from '#domain/contracts/staff-edits.ts';
import { releasePlace } from '../release-place.ts';
import { releaseStory, stateNames } from '../release-texts.ts';
import { linkTo } from '../../kit/use-place.ts';
import { sinceText } from './since-text.ts';

/** Colleagues who edit the same, and unpublished releases that change it. @param release the form's own draft. */
export function EditNotice({ edits, release }: { edits: Edits; release: string }) {
  const others = edits.edits.filter(({ mine }) => !mine);
  const drafts = edits.drafts.filter(({ id }) => id !== release);
  return (
    <output className="edit-notice">
      {others.map(({ form, by, began_at }) => (
        <p key={`${by} ${form}`}>
          <b>{by}</b> has been editing this since {sinceText(began_at)}.
        </p>
      ))}
      {drafts.map((draft) => (
        <p key={draft.id}>
          {stateNames[draft.state]}:{' '}
          <a className="link" {...linkTo(releasePlace(draft.id))}>
            {draft.title}
          </a>{' '}
          changes this as well. {releaseStory(draft)}.
        </p>
      ))}
    </output>
  );
}
