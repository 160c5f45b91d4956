import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import { londonMoment, londonText, londonTime } from '#domain/london-clock.ts';
import { useOpenDialog } from '../use-open-dialog.ts';

interface Props {
  busy: boolean;
  problem: string;
  /** @param at ISO 8601. */
  onSchedule: (at: string) => void;
  onClose: () => void;
}

/** Asks for the minute at which a release is to be published, by the clock in London. */
export function ScheduleDialog({ busy, problem, onSchedule, onClose }: Props) {
  const dialog = useOpenDialog();
  const [opened] = useState(() => serverNow());
  const [day, setDay] = useState(() => londonTime(opened + 86_400_000).day);
  const [time, setTime] = useState('09:00');
  const moment = londonMoment({ day, time });
  const isPast = typeof moment === 'string' && Date.parse(moment) <= opened;
  const wrong = typeof moment === 'string' ? isPast && 'That is over.' : moment.because;

  return (
    <dialog
      ref={dialog}
      className="studio-dialog"
      aria-labelledby="release-schedule"
      onClose={onClose}
    >
      <h2 id="release-schedule" className="heading">
        Schedule
      </h2>
      <form
        className="studio-dispatch"
        onSubmit={(event) => {
          event.preventDefault();
          if (typeof moment === 'string' && !isPast && !busy) onSchedule(moment);
        }}
      >
        <div className="studio-carrier">
          <div>
            <label className="label" htmlFor="release-day">
              Day
            </label>
            <input
              id="release-day"
              className="field"
              type="date"
              required
              min={londonTime(opened).day}
              value={day}
              onChange={({ currentTarget: { value } }) => setDay(value)}
            />
          </div>
          <div>
            <label className="label" htmlFor="release-time">
              Time in London
            </label>
            <input
              id="release-time"
              className="field"
              type="time"
              required
              value={time}
              onChange={({ currentTarget: { value } }) => setTime(value)}
            />
          </div>
        </div>
        <output className="release-moment">
          {typeof moment === 'string' ? londonText(moment) : ''}
        </output>
        <div role="alert" className="studio-failure">
          {(wrong || problem) && <p className="message-error">{wrong || problem}</p>}
        </div>
        <div className="studio-actions">
          <button type="submit" className="button" aria-busy={busy} disabled={Boolean(wrong)}>
            Schedule
          </button>
          <button type="button" className="button-quiet" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </form>
    </dialog>
  );
}
