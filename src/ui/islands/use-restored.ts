import { startTransition, useEffect, useState } from 'react';
import { $restored } from './restored.ts';

/**
 * Whether browser storage has been read; never in server-rendered HTML nor while it is taken over.
 * What then appears is drawn in slices: a slow phone answers to touches meanwhile.
 */
export function useRestored(): boolean {
  const [restored, setRestored] = useState(false);
  useEffect(() => $restored.subscribe((value) => startTransition(() => setRestored(value))), []);
  return restored;
}
