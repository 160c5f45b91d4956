import { useEffect, useRef } from 'react';
import { latinDigits } from '#domain/basics/latin-digits.ts';
import { Field } from './form/Field.tsx';

/** Strips spaces from a six-digit code; some apps show and copy it with one. */
function keepDigits(input: HTMLInputElement): void {
  const digits = latinDigits(input.value).replaceAll(/\D/g, '').slice(0, 6);
  if (digits !== input.value) input.value = digits;
}

interface Props {
  label?: string;
  /** Whether the field takes the focus on mount. */
  focused?: boolean;
}

/** The field `code` of a form: a code from an authenticator app. */
export function CodeField({ label = 'Code from your authenticator app', focused = false }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  return (
    <Field label={label}>
      {(about) => (
        <input
          {...about}
          name="code"
          className="field studio-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\d{6}"
          title="Six digits"
          required
          ref={field}
          onInput={({ currentTarget }) => keepDigits(currentTarget)}
        />
      )}
    </Field>
  );
}
