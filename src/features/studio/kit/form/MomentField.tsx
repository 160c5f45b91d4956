import { useState } from 'react';
import { londonMoment, londonText, londonTime } from '#domain/basics/london-clock.ts';
import { Field, type FieldProps } from './Field.tsx';

interface Props extends FieldProps {
  /** ISO 8601; null if empty. */
  value: string | null;
  onChange: (value: string | null) => void;
}

function clockOf(moment: string | null): string {
  if (moment === null || Number.isNaN(Date.parse(moment))) return '';
  const { day, time } = londonTime(moment);
  return `${day}T${time}`;
}

/** An optional date and time in London. A time skipped by the clock change becomes `''`, which no schema accepts. */
export function MomentField({ label, name, value, onChange, fault, hint }: Props) {
  const [typed, setTyped] = useState(() => clockOf(value));
  const [known, setKnown] = useState(value);
  const [because, setBecause] = useState('');

  // The form was reset or merged with another person's changes.
  if (value !== known) {
    setKnown(value);
    setTyped(clockOf(value));
    setBecause('');
  }

  function change(text: string): void {
    setTyped(text);
    const [day = '', time = ''] = text.split('T');
    const moment = text === '' ? null : londonMoment({ day, time });
    const isInvalid = moment !== null && typeof moment === 'object';
    setBecause(isInvalid ? moment.because : '');
    const next = isInvalid ? '' : moment;
    setKnown(next);
    onChange(next);
  }
  return (
    <Field
      label={label}
      name={name}
      fault={because === '' ? fault : because}
      hint={value ? londonText(value) : hint}
    >
      {(about) => (
        <input
          {...about}
          type="datetime-local"
          className="field"
          value={typed}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
      )}
    </Field>
  );
}
