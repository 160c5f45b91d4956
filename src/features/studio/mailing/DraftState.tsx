import type { StoreValue } from 'nanostores';
import { londonText } from '#domain/london-clock.ts';
import type { Mailing } from '#domain/wire/staff-mailings.ts';
import type { DraftKeeper } from './draft-keeper.ts';

interface Props {
  state: StoreValue<DraftKeeper['$state']>;
  /** As the shop has it. */
  mailing: Mailing | undefined;
  onSettle: (whose: 'mine' | 'theirs') => void;
}

/** Whether what is typed has reached the shop, and whose counts where two have changed it. */
export function DraftState({
  state: { saving, problem, theirs, isRestored },
  mailing,
  onSettle,
}: Props) {
  const isGone = saving === 'clash' && theirs === null;
  return (
    <div className="mailing-saving">
      <p className="studio-soft">
        {saving === 'saved' && (mailing ? 'All that you have typed is saved.' : '')}
        {(saving === 'saving' || saving === 'unsaved') &&
          (isRestored ? 'What you had typed is back, and is being saved.' : 'Saving…')}
      </p>
      <div role="alert">
        {saving === 'failed' && (
          <p className="message-error">
            Not saved: {problem} What you type is kept in this browser meanwhile.
          </p>
        )}
        {saving === 'clash' && (
          <>
            <p className="message-error">
              {isGone
                ? 'This mailing was discarded meanwhile. What you typed is only here.'
                : `This mailing was changed meanwhile by ${mailing?.changed_by ?? 'somebody'}${
                    mailing ? `, ${londonText(mailing.changed_at)}` : ''
                  }, or by you in another tab. What you typed is only here; the preview shows theirs.`}
            </p>
            <div className="studio-actions">
              <button type="button" className="button-quiet" onClick={() => onSettle('mine')}>
                {isGone ? 'Save mine anew' : 'Keep mine'}
              </button>
              <button type="button" className="button-quiet" onClick={() => onSettle('theirs')}>
                {isGone ? 'Let it go' : 'Take theirs'}
              </button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
