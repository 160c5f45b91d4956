import { useEffect } from 'react';

/**
 * Calls `flush` when the tab is hidden, the network returns, or the user leaves for another page of the studio.
 * @param flush the same function at each render.
 */
export function useFlushOnLeave(flush: () => void): void {
  useEffect(() => {
    function leave(): void {
      if (document.visibilityState === 'hidden') flush();
    }
    document.addEventListener('visibilitychange', leave);
    window.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('online', flush);
      flush();
    };
  }, [flush]);
}
