import { useState } from 'react';
import type { ReactNode } from 'react';

/**
 * A box that has to be ticked before tracking numbers leave that look mistyped: a shopper cannot follow a parcel by a
 * wrong one. Null when none does; other numbers have to be ticked again.
 */
export function useRightNumbers(mistyped: readonly string[]): ReactNode {
  const [ticked, setTicked] = useState('');
  const these = mistyped.join(' ');
  if (these === '') return null;
  return (
    <label className="studio-check">
      <input
        type="checkbox"
        required
        checked={ticked === these}
        onChange={({ currentTarget: { checked } }) => setTicked(checked ? these : '')}
      />
      {mistyped.length === 1
        ? `${these} is right as it is`
        : `These ${mistyped.length} numbers are right as they are: ${mistyped.join(', ')}`}
    </label>
  );
}
