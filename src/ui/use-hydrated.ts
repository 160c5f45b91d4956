import { useSyncExternalStore } from 'react';

function neverChanges(): () => void {
  return () => undefined;
}

/** Whether the island is hydrated, so that its buttons respond. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
