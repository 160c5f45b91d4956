import { type ReactNode, useId } from 'react';

interface Props {
  title: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A titled section, by default a panel of fields or facts. */
export function Panel({ title, className = 'studio-panel', children }: Props) {
  const id = useId();
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id} className="studio-subheading">
        {title}
      </h2>
      {children}
    </section>
  );
}
