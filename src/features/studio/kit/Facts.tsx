import type { ReactNode } from 'react';

interface Props {
  className: string;
  facts: readonly (readonly [name: string, value: ReactNode])[];
  children?: ReactNode;
}

/** Named facts. */
export function Facts({ className, facts, children }: Props) {
  return (
    <dl className={className}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {children}
    </dl>
  );
}
