import type { StoreValue } from 'nanostores';
import { londonText } from '#domain/basics/london-clock.ts';
import type { Mailing } from '#domain/contracts/staff-mailings.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { Button } from '../kit/Button.tsx';

interface Props {
  state: StoreValue<DraftKeeper['$state']>;
  /** The saved mailing. */
  mailing: Mailing | undefined;
  onSettle: (whose: 'mine' | 'theirs') => void;
}

/** Saving status, and the choice between versions on conflict. */
export function DraftState({
  state: { saving, problem, theirs, isRestored },
  mailing,
  onSettle,
}: Props) {
  const isGone = saving === 'conflict' && theirs === null;
  return (
    <div className="mailing-saving">
      <p className="studio-soft">
        {saving === 'saved' && (mailing ? 'All changes saved.' : '')}
        {(saving === 'saving' || saving === 'unsaved') &&
          (isRestored ? 'Unsaved changes restored. Saving…' : 'Saving…')}
      </p>
      <div role="alert">
        {saving === 'failed' && (
          <p className="message-error">
            Not saved: {problem} Your changes are kept in this browser.
          </p>
        )}
        {saving === 'conflict' && (
          <>
            <p className="message-error">
              {isGone
                ? 'Conflict: this mailing has been discarded. Your version is only in this browser.'
                : `Conflict: this mailing was changed by ${mailing?.changed_by ?? 'someone else'}${
                    mailing ? `, ${londonText(mailing.changed_at)}` : ''
                  }, or by you in another tab. Your version is only in this browser; the preview shows theirs.`}
            </p>
            <div className="studio-actions">
              <Button onClick={() => onSettle('mine')}>
                {isGone ? 'Save mine again' : 'Keep mine'}
              </Button>
              <Button onClick={() => onSettle('theirs')}>
                {isGone ? 'Discard mine' : 'Use theirs'}
              </Button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
