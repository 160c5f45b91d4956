import { useState } from 'react';
import type { ReactNode } from 'react';
import { CheckField } from '../../kit/form/CheckField.tsx';

/**
 * A checkbox to confirm tracking numbers that look mistyped, since a shopper cannot track a parcel by a wrong one.
 * Null if there are none; changed numbers have to be confirmed again.
 */
export function useRightNumbers(mistyped: readonly string[]): ReactNode {
  const [ticked, setTicked] = useState('');
  const these = mistyped.join(' ');
  if (these === '') return null;
  return (
    <CheckField
      required
      checked={ticked === these}
      onChange={(checked) => setTicked(checked ? these : '')}
    >
      {mistyped.length === 1
        ? `${these} is correct`
        : `These ${mistyped.length} numbers are correct: ${mistyped.join(', ')}`}
    </CheckField>
  );
}
