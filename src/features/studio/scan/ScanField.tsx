import { useId, useRef } from 'react';
import type { SubmitEvent } from 'react';
import { goTo } from '../kit/use-place.ts';
import { CameraButton } from './CameraButton.tsx';
import { orderInCode } from './order-in-code.ts';

interface Props {
  label: string;
  hint: string;
  /** Receives each code, trimmed. The code of an order opens the order instead. */
  onCode: (code: string) => void;
}

/** A field for a scanner that types codes and ends each with Enter, or for the camera. */
export function ScanField({ label, hint, onCode }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);

  function take(code: string): false {
    const order = orderInCode(code);
    if (order !== null) goTo({ at: 'order', order });
    else if (code !== '') onCode(code);
    return false;
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!field.current) return;
    const code = field.current.value.trim();
    // Cleared before the next code arrives, which a scanner types at once.
    field.current.value = '';
    take(code);
  }

  return (
    <form className="scan-form" onSubmit={submit}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="scan-fields">
        <input
          ref={field}
          id={id}
          className="field"
          aria-describedby={`${id}-hint`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          enterKeyHint="done"
        />
        <CameraButton about={label} onCode={take} />
      </div>
      <p id={`${id}-hint`} className="studio-soft">
        {hint}
      </p>
    </form>
  );
}
