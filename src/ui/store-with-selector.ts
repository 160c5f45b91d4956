import { useCallback, useRef, useSyncExternalStore } from 'react';

/**
 * A part of an external store, by React's own hook. Stands in for `use-sync-external-store/shim/with-selector`
 * (astro.config.mjs), which TanStack's store imports: CommonJS for Reacts that have no such hook.
 */
export function useSyncExternalStoreWithSelector<Snapshot, Selection>(
  subscribe: (onChange: () => void) => () => void,
  getSnapshot: () => Snapshot,
  getServerSnapshot: (() => Snapshot) | undefined,
  selector: (snapshot: Snapshot) => Selection,
  isEqual: (one: Selection, other: Selection) => boolean = Object.is,
): Selection {
  const last = useRef<{ selection: Selection } | null>(null);
  const select = useCallback(
    (snapshot: Snapshot): Selection => {
      const selection = selector(snapshot);
      if (last.current && isEqual(last.current.selection, selection)) return last.current.selection;
      last.current = { selection };
      return selection;
    },
    [selector, isEqual],
  );
  return useSyncExternalStore(
    subscribe,
    () => select(getSnapshot()),
    () => select((getServerSnapshot ?? getSnapshot)()),
  );
}
