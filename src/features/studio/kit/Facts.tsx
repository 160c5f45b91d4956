import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode] | false;

interface Props {
  className: string;
  /** Skips `false`. */
  facts: readonly Fact[];
  children?: ReactNode;
}

/** Named facts. */
export function Facts({ className, facts, children }: Props) {
  return (
    <dl className={className}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
      {children}
    </dl>
  );
}
