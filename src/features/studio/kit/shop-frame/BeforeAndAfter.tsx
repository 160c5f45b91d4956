import { type ReactNode, useState } from 'react';
import { OneOf } from './OneOf.tsx';

const times = ['Before', 'After'] as const;

interface Props<Subject> {
  /** Null while it is not in the shop. */
  was: Subject | null;
  now: Subject | null;
  /** Renders the preview, with `when` in its title and `choice` beside the choice of screen. */
  children: (shown: Subject, when: string, choice: ReactNode) => ReactNode;
}

/** A preview before and after a release. */
export function BeforeAndAfter<Subject>({ was, now, children }: Props<Subject>) {
  const [when, setWhen] = useState<(typeof times)[number]>(now ? 'After' : 'Before');
  const shown = when === 'After' ? now : was;
  const choice = <OneOf legend="Before or after" names={times} chosen={when} onChoose={setWhen} />;
  if (shown) return children(shown, when.toLowerCase(), choice);
  return (
    <>
      <div className="shop-frame-choices">{choice}</div>
      <p className="studio-soft">Not in the shop.</p>
    </>
  );
}
