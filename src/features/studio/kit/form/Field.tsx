import { useId } from 'react';
import type { ReactNode } from 'react';

/** Validation errors by field path, such as `tiles.0.title`. */
export type Faults = ReadonlyMap<string, string>;

/** Errors of the fields below a path, by the rest of theirs. */
export function faultsIn(faults: Faults, path: string): Faults {
  const prefix = `${path}.`;
  return new Map(
    [...faults].flatMap(([field, message]) =>
      field.startsWith(prefix) ? [[field.slice(prefix.length), message] as const] : [],
    ),
  );
}

/** Shared by all fields. */
export interface FieldProps {
  label: string;
  /** Path in the form's input. */
  name?: string | undefined;
  hint?: ReactNode;
  /** Validation error. */
  fault?: string | undefined;
  /** A likely mistake that does not keep the text from being saved. */
  warning?: ReactNode;
}

interface Props extends FieldProps {
  /** Character counter: announced with the field, and again at the limit. */
  length?: { used: number; max: number } | undefined;
  children: (about: {
    id: string;
    name: string | undefined;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean;
  }) => ReactNode;
}

/** A labelled field, described by its hint, error and character counter. */
export function Field({ label, name, hint, fault, warning, length, children }: Props) {
  const id = useId();
  const described = hint || fault || warning || length ? `${id}-about` : undefined;
  const isFull = length !== undefined && length.used >= length.max;
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({ id, name, 'aria-describedby': described, 'aria-invalid': fault !== undefined })}
      {described && (
        <div id={described} className="field-about">
          {fault && <p className="message-error">{fault}</p>}
          {warning && <p className="studio-warning">{warning}</p>}
          {hint && <p className="studio-soft">{hint}</p>}
          {length && (
            <p className="studio-soft studio-length" data-full={isFull || undefined}>
              {length.used.toLocaleString('en-GB')} of {length.max.toLocaleString('en-GB')}{' '}
              characters
            </p>
          )}
        </div>
      )}
      {length && (
        <output className="sr-only">{isFull && `${label}: character limit reached.`}</output>
      )}
    </div>
  );
}
