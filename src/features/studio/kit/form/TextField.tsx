import type { ChangeEvent, ClipboardEvent, ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import { lengthFault, limitLength } from './length-fault.ts';

type NativeProps = Pick<
  ComponentProps<'textarea'>,
  'autoCapitalize' | 'inputMode' | 'required' | 'spellCheck'
>;

interface Props extends FieldProps, NativeProps {
  /** Kind of a single-line field. */
  type?: 'text' | 'email';
  value: string;
  onChange: (value: string) => void;
  onPaste?: (event: ClipboardEvent<HTMLElement>) => void;
  /** Height of a multi-line field; a single line if omitted. */
  rows?: number;
  /** Maximum length with a counter. Longer text is marked, never cut off. */
  max?: number | null;
  /** Maximum length without one. */
  maxLength?: number | undefined;
}

/** A text field of one or several lines. */
export function TextField({
  label,
  name,
  hint,
  fault,
  warning,
  rows,
  max,
  maxLength,
  type,
  value,
  onChange,
  ...native
}: Props) {
  const length = max ? { used: value.length, max } : undefined;
  const most = max ?? maxLength ?? Infinity;
  const limited = (field: HTMLInputElement | HTMLTextAreaElement | null) => {
    if (field) limitLength(field, most);
  };
  function change({
    currentTarget,
  }: ChangeEvent<HTMLInputElement> | ChangeEvent<HTMLTextAreaElement>): void {
    onChange(currentTarget.value);
  }
  return (
    <Field
      label={label}
      name={name}
      hint={hint}
      fault={fault || lengthFault(value, most) || undefined}
      warning={warning}
      length={length}
    >
      {(about) =>
        rows === undefined ? (
          <input
            {...about}
            {...native}
            type={type}
            className="field"
            autoComplete="off"
            ref={limited}
            value={value}
            onChange={change}
          />
        ) : (
          <textarea
            {...about}
            {...native}
            className="field"
            rows={rows}
            ref={limited}
            value={value}
            onChange={change}
          />
        )
      }
    </Field>
  );
}
