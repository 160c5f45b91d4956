import type { ReactNode } from 'react';

interface Props {
  summary: string;
  notes: readonly (readonly [name: string, text: string])[];
  children?: ReactNode;
}

/** Definitions of figures, which open on request. */
export function Notes({ summary, notes, children }: Props) {
  return (
    <details className="figures-notes">
      <summary>{summary}</summary>
      {children}
      <dl>
        {notes.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
