import { type RefObject, useRef, useState } from 'react';

/** Focuses a form's first invalid field, once its errors are rendered. */
export function focusInvalid(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() =>
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
  );
}

/**
 * A form that shows its faults from the first submission on, and saves only without any.
 * @returns `submit`, the form's ref, and whether it has been submitted.
 */
export function useCheckedForm(isFaulty: boolean, save: () => unknown) {
  const form = useRef<HTMLFormElement>(null);
  const [hasTried, setTried] = useState(false);

  function submit(): void {
    setTried(true);
    if (isFaulty) focusInvalid(form);
    else save();
  }

  return { form, hasTried, submit };
}
