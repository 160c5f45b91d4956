import { startTransition, useEffect, useState } from 'react';
import { $restored } from './restored.ts';

/**
 * Whether browser storage has been read; false in server-rendered HTML and during hydration. The
 * update is a transition, so that rendering yields to input on a slow phone.
 */
export function useRestored(): boolean {
  const [restored, setRestored] = useState(false);
  useEffect(() => $restored.subscribe((value) => startTransition(() => setRestored(value))), []);
  return restored;
}
