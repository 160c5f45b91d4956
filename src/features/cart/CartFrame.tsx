import type { ReactNode, RefObject } from 'react';
import { Loading } from '#ui/islands/Loading.tsx';

interface Props {
  heading?: RefObject<HTMLHeadingElement | null>;
  /** The two columns. */
  children: ReactNode;
}

/** The cart page's heading and columns. */
export function CartFrame({ heading, children }: Props) {
  return (
    <section className="shell grid grid-cols-[minmax(0,1fr)] gap-6 py-8 lg:py-16">
      <h1 ref={heading} tabIndex={-1} className="title outline-none">
        Your Cart
      </h1>
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[1fr_24rem] lg:items-start">
        {children}
      </div>
    </section>
  );
}

/** The cart as built: cart-preview.ts replaces it before the first paint, unless it fails. */
export function UnreadCart() {
  return (
    <CartFrame>
      <div data-unread="">
        <Loading />
      </div>
    </CartFrame>
  );
}
