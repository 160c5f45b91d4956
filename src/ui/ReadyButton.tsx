import type { ReactNode } from 'react';
import './ready-button.css';
import { useHydrated } from './use-hydrated.ts';

interface Props {
  children: ReactNode;
  busy: boolean;
  /** Without one the button submits its form. */
  onClick?: () => void;
  disabled?: boolean;
  describedBy?: string;
}

/**
 * A wide button that takes no press before it can answer one: a form sent by the browser alone
 * would lose what was typed. Until then it looks as it will, so that nothing flickers.
 */
export function ReadyButton({ children, busy, onClick, disabled = false, describedBy }: Props) {
  const hydrated = useHydrated();
  return (
    <button
      type={onClick ? 'button' : 'submit'}
      className="button w-full"
      onClick={onClick}
      disabled={disabled || !hydrated}
      data-waking={!hydrated && !disabled ? '' : undefined}
      aria-busy={busy}
      aria-describedby={describedBy}
      // A script may serve the page, and have woken the button, before React takes over.
      suppressHydrationWarning
    >
      {children}
    </button>
  );
}
