import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** Heading that takes the focus, because its content has replaced the pressed button. */
export function FocusedHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="heading">
      {children}
    </h2>
  );
}
