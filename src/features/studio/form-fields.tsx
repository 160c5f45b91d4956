import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { londonMoment, londonText, londonTime } from '#domain/london-clock.ts';

/** What is wrong, by the path of the field: `tiles.0.title`. */
export type Faults = ReadonlyMap<string, string>;

interface FieldProps {
  label: string;
  hint?: ReactNode;
  fault?: string | undefined;
  /** How much of its length is used; a reader hears it with the field, and again at the limit. */
  length?: { used: number; max: number } | undefined;
  children: (about: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean;
  }) => ReactNode;
}

/** A labelled field; its hint and what is wrong with it are read with it. */
function Field({ label, hint, fault, length, children }: FieldProps) {
  const id = useId();
  const told = hint || fault || length ? `${id}-told` : undefined;
  const isFull = length !== undefined && length.used >= length.max;
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': told, 'aria-invalid': fault !== undefined })}
      {told && (
        <div id={told}>
          {fault && <p className="message-error">{fault}</p>}
          {hint && <p className="studio-soft">{hint}</p>}
          {length && (
            <p className="studio-soft studio-length" data-full={isFull || undefined}>
              {length.used.toLocaleString('en-GB')} of {length.max.toLocaleString('en-GB')}{' '}
              characters
            </p>
          )}
        </div>
      )}
      {length && <output className="sr-only">{isFull && `${label}: the limit is reached.`}</output>}
    </div>
  );
}

interface WordsProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  fault?: string | undefined;
  hint?: ReactNode;
  /** Several lines. */
  rows?: number;
  /** The most characters, counted while typing. What is pasted into several lines is never cut off. */
  max?: number | null;
  /** The keys that a phone offers; all of them without. */
  keys?: 'numeric' | 'decimal';
}

/** Words to type, in one line or several. */
export function Words({ label, hint, fault, rows, max, keys, value, onChange }: WordsProps) {
  const length = max ? { used: value.length, max } : undefined;
  return (
    <Field label={label} hint={hint} fault={fault} length={length}>
      {(about) =>
        rows === undefined ? (
          <input
            {...about}
            className="field"
            autoComplete="off"
            maxLength={max ?? undefined}
            inputMode={keys}
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        ) : (
          <textarea
            {...about}
            className="field"
            rows={rows}
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        )
      }
    </Field>
  );
}

/** How Markdown is written, for those who never have. */
export const markdownHint = (
  <>
    An empty line begins a paragraph. <code>## Heading</code>, <code>- item</code>,{' '}
    <code>**bold**</code>, <code>[words](/path or https://…)</code>
  </>
);

interface ChoiceProps {
  label: string;
  value: string;
  choices: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
}

/** One of several. */
export function Choice({ label, value, choices, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(about) => (
        <select
          {...about}
          className="field"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {choices.map(([other, text]) => (
            <option key={other} value={other}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface DayProps {
  label: string;
  /** ISO 8601; null for none. */
  value: string | null;
  onChange: (value: string | null) => void;
  fault?: string | undefined;
  hint?: ReactNode;
}

/** A day, or none. */
export function Day({ label, value, onChange, fault, hint }: DayProps) {
  return (
    <Field label={label} fault={fault} hint={hint}>
      {(about) => (
        <input
          {...about}
          type="date"
          className="field"
          value={value ?? ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        />
      )}
    </Field>
  );
}

function clockOf(moment: string | null): string {
  if (moment === null || Number.isNaN(Date.parse(moment))) return '';
  const { day, time } = londonTime(moment);
  return `${day}T${time}`;
}

/** A time on London's clock, or none. Where there is no such time, the value is '', which no content takes. */
export function Moment({ label, value, onChange, fault, hint }: DayProps) {
  const [typed, setTyped] = useState(() => clockOf(value));
  const [because, setBecause] = useState('');
  function change(text: string): void {
    setTyped(text);
    const [day = '', time = ''] = text.split('T');
    const moment = text === '' ? null : londonMoment({ day, time });
    const isNone = moment !== null && typeof moment === 'object';
    setBecause(isNone ? moment.because : '');
    onChange(isNone ? '' : moment);
  }
  return (
    <Field
      label={label}
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
