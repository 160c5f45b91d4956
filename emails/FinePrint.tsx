import type { ReactNode } from 'react';
import { Section } from 'react-email';
import { colours } from './look.ts';

/** Legal texts and side links, below a rule. */
export function FinePrint({ children }: { children: ReactNode }) {
  return (
    <Section style={{ paddingTop: 32 }}>
      <Section
        className="line"
        style={{ paddingTop: 12, borderTop: `1px solid ${colours.boneDeep}` }}
      >
        {children}
      </Section>
    </Section>
  );
}
