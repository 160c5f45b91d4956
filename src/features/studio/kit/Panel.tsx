import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  children: ReactNode;
}

/** A titled group of fields or facts. */
export function Panel({ title, children }: Props) {
  const id = useId();
  return (
    <section className="studio-panel" aria-labelledby={id}>
      <h2 id={id} className="studio-subheading">
        {title}
      </h2>
      {children}
    </section>
  );
}
