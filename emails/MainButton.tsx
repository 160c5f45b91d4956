import type { ReactNode } from 'react';
import { Button } from 'react-email';
import { colours } from './look.ts';

/** The main call to action of an e-mail. */
export function MainButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button
      href={href}
      className="button"
      style={{
        padding: '14px 28px',
        backgroundColor: colours.ink,
        color: colours.white,
        fontSize: 13,
        fontWeight: 'bold',
        letterSpacing: '0.12em',
        textTransform: 'uppercase',
      }}
    >
      {children}
    </Button>
  );
}
