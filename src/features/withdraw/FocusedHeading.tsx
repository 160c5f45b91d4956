import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** A heading that takes the focus, because what it stands over has taken the place of what was pressed. */
export function FocusedHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="heading">
      {children}
    </h2>
  );
}
