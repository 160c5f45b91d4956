import { useSyncExternalStore } from 'react';

function neverChanges(): () => void {
  return () => undefined;
}

/** Whether React has taken the page over, so that buttons answer. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
