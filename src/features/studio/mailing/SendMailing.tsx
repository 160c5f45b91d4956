import { useState } from 'react';
import { londonMoment, londonText } from '#domain/basics/london-clock.ts';
import { Button } from '../kit/Button.tsx';
import { StudioDialog } from '../kit/form/StudioDialog.tsx';
import { useOpenDialog } from '../kit/use-open-dialog.ts';
import { peopleText } from './people-text.ts';

/** Send time of a mailing: an ISO moment, null for now, or `open` for when its products open. */
export type SendTime = string | null;

const choices = {
  now: 'Now',
  later: 'At a time in London',
  open: 'When its products open',
} as const;
type When = keyof typeof choices;

interface ClockProps {
  clock: { day: string; time: string };
  onChange: (clock: ClockProps['clock']) => void;
  /** The chosen moment, or why it does not exist. */
  text: string;
}

function Clock({ clock, onChange, text }: ClockProps) {
  return (
    <>
      <div className="mailing-clock">
        <input
          type="date"
          className="field"
          aria-label="Day"
          required
          value={clock.day}
          onChange={({ currentTarget: { value } }) => onChange({ ...clock, day: value })}
        />
        <input
          type="time"
          className="field"
          aria-label="Time"
          required
          value={clock.time}
          onChange={({ currentTarget: { value } }) => onChange({ ...clock, time: value })}
        />
      </div>
      <p>{text}</p>
    </>
  );
}

interface QuestionProps {
  subject: string;
  warning: string | undefined;
  count: string;
  /** Send time within a sentence. */
  goesOut: string;
  isNow: boolean;
  isBusy: boolean;
  onSend: () => Promise<unknown>;
  onClose: () => void;
}

function Question({
  subject,
  warning,
  count,
  goesOut,
  isNow,
  isBusy,
  onSend,
  onClose,
}: QuestionProps) {
  const dialog = useOpenDialog();
  const close = () => dialog.current?.close();
  return (
    <StudioDialog
      dialog={dialog}
      title={`${isNow ? 'Send' : 'Schedule'} to ${count}?`}
      onClose={onClose}
    >
      <p>
        {isNow
          ? `“${subject}” goes to ${count} now.`
          : `“${subject}” goes out ${goesOut}, to those who are on the list then: ${count} as of now.`}{' '}
        Sent e-mails cannot be recalled.
      </p>
      {warning && <p className="studio-warning">{warning}</p>}
      <div className="studio-actions">
        <Button look="main" busy={isBusy} onClick={() => void onSend().then(close)}>
          {isNow ? 'Send it' : 'Schedule it'} to {count}
        </Button>
        <Button onClick={close}>Not yet</Button>
      </div>
    </StudioDialog>
  );
}

interface Props {
  subject: string;
  /** Number of subscribers. */
  people: number;
  /** A likely mistake in the draft as saved. */
  warning: string | undefined;
  /** Opening time of its products, as saved; null if none is to open. */
  opensAt: string | null;
  isBusy: boolean;
  /** Saves the draft. Resolves to whether it may be sent. */
  onAsk: () => Promise<boolean>;
  onSend: (at: SendTime) => Promise<unknown>;
}

/** Send time of a mailing, and the confirmation before it is sent. */
export function SendMailing({ subject, people, warning, opensAt, isBusy, onAsk, onSend }: Props) {
  const [when, setWhen] = useState<When>('now');
  const [clock, setClock] = useState({ day: '', time: '' });
  const [isAsking, setAsking] = useState(false);

  const moment = when === 'later' ? londonMoment(clock) : null;
  const because = moment !== null && typeof moment === 'object' ? moment.because : '';
  const at = typeof moment === 'string' ? moment : null;
  const count = peopleText(people);
  // The recipients of a scheduled one are found when it goes out.
  const isToNobody = when === 'now' && people === 0;
  const opening = opensAt ? londonText(opensAt) : '';
  const openingText = opening
    ? `As saved, that is ${opening}. If the opening moves, so does the e-mail.`
    : 'As soon as all of its products are on sale. Choose products that have not opened yet above.';
  const goesOut = {
    now: 'now',
    later: at ? `on ${londonText(at)}` : '',
    open: `when its products open${opening && `, currently ${opening}`}`,
  };

  async function ask(): Promise<void> {
    if (await onAsk()) setAsking(true);
  }

  return (
    <>
      <fieldset className="mailing-when">
        <legend className="label">Send time</legend>
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
          <Clock clock={clock} onChange={setClock} text={because || (at ? londonText(at) : '')} />
        )}
      </fieldset>
      <Button
        look="main"
        busy={isBusy}
        disabled={isToNobody || (when === 'later' && at === null)}
        onClick={() => void ask()}
      >
        {when === 'now' ? 'Send' : 'Schedule'} to {count}
      </Button>
      {isToNobody && <p className="studio-soft">Nobody is among the recipients yet.</p>}
      {isAsking && (
        <Question
          subject={subject}
          warning={warning}
          count={count}
          goesOut={goesOut[when]}
          isNow={when === 'now'}
          isBusy={isBusy}
          onSend={() => onSend(when === 'open' ? when : at)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
