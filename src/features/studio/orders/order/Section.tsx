import { useId } from 'react';
import type { ReactNode } from 'react';

/** A section of the order page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="order-section" aria-labelledby={id}>
      <h2 id={id} className="order-heading">
        {title}
      </h2>
      {children}
    </section>
  );
}
