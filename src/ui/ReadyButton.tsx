import type { ReactNode } from 'react';
import './ready-button.css';
import { useHydrated } from './use-hydrated.ts';

interface Props {
  children: ReactNode;
  busy: boolean;
  disabled?: boolean;
}

/**
 * A form's full-width button, disabled until hydration, because a native submit would lose the input. It
 * looks enabled throughout, so that nothing flickers.
 */
export function ReadyButton({ children, busy, disabled = false }: Props) {
  const hydrated = useHydrated();
  return (
    <button
      type="submit"
      className="button w-full"
      disabled={disabled || !hydrated}
      data-waking={!hydrated && !disabled ? '' : undefined}
      aria-busy={busy}
    >
      {children}
    </button>
  );
}
