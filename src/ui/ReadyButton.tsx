import type { ReactNode } from 'react';
import './ready-button.css';
import { useHydrated } from './use-hydrated.ts';

interface Props {
  children: ReactNode;
  busy: boolean;
  /** Submits the form when omitted. */
  onClick?: () => void;
  disabled?: boolean;
  describedBy?: string;
}

/**
 * A full-width button that is disabled until hydration: a form submitted natively would lose the
 * input. It looks enabled all along, so that nothing flickers.
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
      // A script may have enabled the button before hydration.
      suppressHydrationWarning
    >
      {children}
    </button>
  );
}
