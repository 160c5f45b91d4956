import { useState } from 'react';
import { serverNow } from '#browser/server-clock.ts';
import { londonMoment, londonText, londonTime } from '#domain/basics/london-clock.ts';
import { DateField } from '../kit/form/DateField.tsx';
import { FormDialog } from '../kit/form/FormDialog.tsx';
import { useOpenDialog } from '../kit/use-open-dialog.ts';

interface Props {
  busy: boolean;
  problem: string;
  /** @param at ISO 8601. */
  onSchedule: (at: string) => void;
  onClose: () => void;
}

/** Schedules a release, in London time. */
export function ScheduleDialog({ busy, problem, onSchedule, onClose }: Props) {
  const dialog = useOpenDialog();
  const [opened] = useState(() => serverNow());
  const [day, setDay] = useState(() => londonTime(opened + 86_400_000).day);
  const [time, setTime] = useState('09:00');
  const moment = londonMoment({ day, time });
  const isPast = typeof moment === 'string' && Date.parse(moment) <= opened;
  const pastText = isPast ? 'That time has passed.' : undefined;
  const fault = typeof moment === 'string' ? pastText : moment.because;

  return (
    <FormDialog
      dialog={dialog}
      title="Schedule"
      verb="Schedule"
      busy={busy}
      disabled={fault !== undefined}
      problem={problem}
      onSubmit={() => {
        if (typeof moment === 'string' && !isPast && !busy) onSchedule(moment);
      }}
      onClose={onClose}
    >
      <div className="studio-carrier">
        <DateField
          label="Day"
          required
          min={londonTime(opened).day}
          value={day}
          onChange={setDay}
        />
        <DateField
          label="Time in London"
          type="time"
          required
          fault={fault}
          value={time}
          onChange={setTime}
        />
      </div>
      <output className="release-moment">
        {typeof moment === 'string' ? londonText(moment) : ''}
      </output>
    </FormDialog>
  );
}
