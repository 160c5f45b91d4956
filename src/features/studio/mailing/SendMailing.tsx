import { useId, useRef, useState } from 'react';
import { peopleText } from './people-text.ts';
import { londonMoment, londonText } from '#domain/london-clock.ts';

/** When a mailing goes out: an ISO moment, null for at once, or when its products open. */
export type SendTime = string | null;

const choices = {
  now: 'At once',
  later: 'At a time in London',
  open: 'When its products open',
} as const;
type When = keyof typeof choices;

interface Props {
  subject: string;
  /** How many are on the list. */
  people: number;
  /** When its products open, as saved; null when none is to open. */
  opensAt: string | null;
  isBusy: boolean;
  /** Saves first. Resolves to whether that worked, so that it may be asked. */
  onAsk: () => Promise<boolean>;
  onSend: (at: SendTime) => Promise<unknown>;
}

/** When a mailing goes out, and the question before it does. */
export function SendMailing({ subject, people, opensAt, isBusy, onAsk, onSend }: Props) {
  const [when, setWhen] = useState<When>('now');
  const [clock, setClock] = useState({ day: '', time: '' });
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();

  const moment = when === 'later' ? londonMoment(clock) : null;
  const because = moment !== null && typeof moment === 'object' ? moment.because : '';
  const at = typeof moment === 'string' ? moment : null;
  const count = peopleText(people);
  const opening = opensAt ? londonText(opensAt) : '';
  const openingText = opening
    ? `As saved, that is ${opening}. If the opening moves, so does the e-mail.`
    : 'As soon as all of its products are on sale. Products that are still to open are chosen above.';
  const goesOut =
    when === 'open'
      ? `when its products open${opening && `, now set for ${opening}`}`
      : at
        ? `on ${londonText(at)}`
        : 'at once';

  async function ask(): Promise<void> {
    if (!isBusy && (await onAsk())) dialog.current?.showModal();
  }

  async function send(): Promise<void> {
    if (isBusy) return;
    await onSend(when === 'open' ? when : at);
    dialog.current?.close();
  }

  return (
    <>
      <fieldset className="mailing-when">
        <legend className="label">When it goes out</legend>
        {(Object.keys(choices) as When[]).map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="when"
              checked={when === choice}
              onChange={() => setWhen(choice)}
            />{' '}
            {choices[choice]}
          </label>
        ))}
        {when === 'open' && <p>{openingText}</p>}
        {when === 'later' && (
          <>
            <div className="mailing-clock">
              <input
                type="date"
                className="field"
                aria-label="Day"
                required
                value={clock.day}
                onChange={({ currentTarget: { value } }) => setClock({ ...clock, day: value })}
              />
              <input
                type="time"
                className="field"
                aria-label="Time"
                required
                value={clock.time}
                onChange={({ currentTarget: { value } }) => setClock({ ...clock, time: value })}
              />
            </div>
            <p>{because || (at && londonText(at))}</p>
          </>
        )}
      </fieldset>
      <button
        type="button"
        className="button"
        aria-busy={isBusy}
        disabled={when === 'later' && at === null}
        onClick={() => void ask()}
      >
        {when === 'now' ? 'Send' : 'Schedule'} to {count}
      </button>
      <dialog ref={dialog} className="studio-dialog" aria-labelledby={title}>
        <h2 id={title} className="heading">
          Send to {count}?
        </h2>
        <p>
          “{subject}” goes to everybody on the list {goesOut}. What has been sent cannot be taken
          back.
        </p>
        <div className="studio-actions">
          <button type="button" className="button" aria-busy={isBusy} onClick={() => void send()}>
            {when === 'now' ? 'Send it' : 'Schedule it'} to {count}
          </button>
          <button type="button" className="button-quiet" onClick={() => dialog.current?.close()}>
            Not yet
          </button>
        </div>
      </dialog>
    </>
  );
}
