import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';

interface Props extends FieldProps, Pick<ComponentProps<'input'>, 'max' | 'min' | 'required'> {
  /** ISO date, or time of day for `type="time"`; `''` if empty. */
  value: string;
  onChange: (value: string) => void;
  type?: 'date' | 'time';
}

/** A date or a time of day. */
export function DateField({ label, name, hint, fault, onChange, type = 'date', ...native }: Props) {
  return (
    <Field label={label} name={name} hint={hint} fault={fault}>
      {(about) => (
        <input
          {...about}
          {...native}
          type={type}
          className="field"
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}
