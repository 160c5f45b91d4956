import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** `side`: in the narrow column on wide screens. */
  place?: 'main' | 'side';
  children: ReactNode;
}

/** A titled group of a product's fields. */
export function ProductPart({ title, place = 'main', children }: Props) {
  const id = useId();
  return (
    <section className="product-part" data-place={place} aria-labelledby={id}>
      <h2 id={id} className="studio-subheading">
        {title}
      </h2>
      {children}
    </section>
  );
}
