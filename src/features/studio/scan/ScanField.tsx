import { useId, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { goTo } from '../use-place.ts';
import { orderInCode } from './order-in-code.ts';
import { canUseCamera, ScanCamera } from './ScanCamera.tsx';

interface Props {
  label: string;
  hint: string;
  /** Receives each code, trimmed. The code of an order opens the order instead. */
  onCode: (code: string) => void;
}

/** A field for a scanner that types codes and ends each with Enter, with the camera where browsers read barcodes. */
export function ScanField({ label, hint, onCode }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [withCamera, setWithCamera] = useState(false);

  function take(code: string): void {
    const order = orderInCode(code);
    if (order !== null) goTo({ at: 'order', order });
    else if (code !== '') onCode(code);
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
        {canUseCamera() && (
          <button
            type="button"
            className="button-quiet"
            aria-pressed={withCamera}
            onClick={() => setWithCamera(!withCamera)}
          >
            Camera
          </button>
        )}
      </div>
      <p id={`${id}-hint`} className="studio-soft">
        {hint}
      </p>
      {withCamera && <ScanCamera onCode={take} onEnd={() => setWithCamera(false)} />}
    </form>
  );
}
