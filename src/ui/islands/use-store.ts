import type { ReadableAtom } from 'nanostores';
import { useSyncExternalStore } from 'react';

/**
 * The value of a store, as it changes.
 * @param serverValue what server-rendered HTML shows, and React while it hydrates that.
 */
export function useStore<Value>(
  store: ReadableAtom<Value>,
  serverValue: () => Value = store.get,
): Value {
  return useSyncExternalStore(store.listen, store.get, serverValue);
}
