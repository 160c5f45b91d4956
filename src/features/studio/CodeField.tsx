import { useEffect, useId, useRef } from 'react';
import { latinDigits } from '#domain/latin-digits.ts';

/** A code has six figures; some apps show and copy it with a blank. */
function onlyFigures(input: HTMLInputElement): void {
  const figures = latinDigits(input.value).replaceAll(/\D/g, '').slice(0, 6);
  if (figures !== input.value) input.value = figures;
}

interface Props {
  label?: string;
  /** Whether the field takes the focus as it appears. */
  focused?: boolean;
}

/** The field `code` of a form: what an authenticator app shows. */
export function CodeField({ label = 'Code of your authenticator app', focused = false }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        name="code"
        className="field studio-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        title="Six figures"
        required
        ref={field}
        onInput={({ currentTarget }) => onlyFigures(currentTarget)}
      />
    </div>
  );
}
