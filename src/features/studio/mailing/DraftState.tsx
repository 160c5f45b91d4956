import type { StoreValue } from 'nanostores';
import { Button } from '../kit/Button.tsx';
import { ConflictChoice } from '../releases/edits/ConflictChoice.tsx';
import type { EditKeeper } from '../releases/edits/edit-keeper.ts';
import type { TypedMailing } from './mailing-kind.ts';

interface Props {
  keeper: EditKeeper<TypedMailing>;
  state: StoreValue<EditKeeper<TypedMailing>['$state']>;
  isSaved: boolean;
  /** Drops the input of a discarded mailing. */
  onDrop: () => void;
}

/** Saving status, and the choice between versions on conflict. */
export function DraftState({ keeper, state, isSaved, onDrop }: Props) {
  const { saving, problem, conflict, isUnkept, isRestored, isGone } = state;
  const isFailed = saving === 'failed' || saving === 'offline';
  const isSaving = !isFailed && saving !== 'saved' && !conflict && !isGone;
  const place = isUnkept
    ? 'This browser’s storage is full or blocked, so leave this page open until they are saved.'
    : 'Your changes are kept in this browser.';
  return (
    <div className="mailing-saving">
      <p className="studio-soft">
        {saving === 'saved' && isSaved && 'All changes saved.'}
        {isSaving && (isRestored ? 'Unsaved changes restored. Saving…' : 'Saving…')}
      </p>
      <div role="alert">
        {isFailed && (
          <p className="message-error">
            Not saved: {problem} {place}
          </p>
        )}
        {isGone && (
          <>
            <p className="message-error">
              Conflict: this mailing has been discarded. Your version is only in this browser.
            </p>
            <div className="studio-actions">
              <Button onClick={() => keeper.revive()}>Save mine again</Button>
              <Button onClick={onDrop}>Discard mine</Button>
            </div>
          </>
        )}
      </div>
      {conflict && <ConflictChoice key={conflict.at} keeper={keeper} conflict={conflict} />}
    </div>
  );
}
