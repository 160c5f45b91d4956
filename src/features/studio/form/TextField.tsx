import type { ChangeEvent, ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';

type NativeProps = Pick<
  ComponentProps<'textarea'>,
  'autoCapitalize' | 'inputMode' | 'maxLength' | 'required' | 'spellCheck'
>;

interface Props extends FieldProps, NativeProps {
  value: string;
  onChange: (value: string) => void;
  /** Height of a multi-line field; a single line if omitted. */
  rows?: number;
  /** Maximum length with a counter. Text pasted into a multi-line field is never cut off. */
  max?: number | null;
}

/** A text field of one or several lines. */
export function TextField({
  label,
  hint,
  fault,
  warning,
  rows,
  max,
  value,
  onChange,
  ...native
}: Props) {
  const length = max ? { used: value.length, max } : undefined;
  function change({
    currentTarget,
  }: ChangeEvent<HTMLInputElement> | ChangeEvent<HTMLTextAreaElement>): void {
    onChange(currentTarget.value);
  }
  return (
    <Field label={label} hint={hint} fault={fault} warning={warning} length={length}>
      {(about) =>
        rows === undefined ? (
          <input
            {...about}
            {...native}
            className="field"
            autoComplete="off"
            maxLength={max ?? native.maxLength}
            value={value}
            onChange={change}
          />
        ) : (
          <textarea
            {...about}
            {...native}
            className="field"
            rows={rows}
            value={value}
            onChange={change}
          />
        )
      }
    </Field>
  );
}

/** Markdown in one line, for people new to it. */
export const markdownHint = (
  <>
    An empty line starts a paragraph. <code>## Heading</code>, <code>- item</code>,{' '}
    <code>**bold**</code>, <code>[text](/path or https://…)</code>
  </>
);
