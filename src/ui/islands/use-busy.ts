import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Guards an action against double clicks. `start()` returns false if it is already running; it stays
 * busy until `end()`, or until the page is restored from the back/forward cache.
 */
export function useBusy(): { busy: boolean; start: () => boolean; end: () => void } {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);

  const end = useCallback(() => {
    running.current = false;
    setBusy(false);
  }, []);

  function start(): boolean {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    return true;
  }

  useEffect(() => {
    function comeBack(event: PageTransitionEvent): void {
      if (event.persisted) end();
    }
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [end]);

  return { busy, start, end };
}
