import type { ReadableAtom } from 'nanostores';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * A store's value, followed.
 * @param ssr what server-rendered HTML shows instead, and hydration before it looks at the store.
 */
export function useStore<Value>(store: ReadableAtom<Value>, ssr?: () => Value): Value {
  const subscribe = useCallback((changed: () => void) => store.listen(() => changed()), [store]);
  const read = () => store.get();
  return useSyncExternalStore(subscribe, read, ssr ?? read);
}
