import { useEffect } from 'react';
import { liveSession } from '#stores/live-session.ts';
import { leaveForLogin } from './islands/leave-for-login.ts';

/**
 * Leaves a private page for the login as soon as the session ends: by a log-out in another tab, or on
 * Back after a log-out, which must not reveal the page from the back/forward cache.
 * @param here returns the path to open after login.
 */
export function useLiveSession(here: () => string): void {
  useEffect(() => {
    async function check(): Promise<void> {
      if (!(await liveSession())) leaveForLogin(here());
    }
    const onStorage = (): void => void check();
    function comeBack({ persisted }: PageTransitionEvent): void {
      if (persisted) void check();
    }
    window.addEventListener('storage', onStorage);
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', comeBack);
    };
  }, [here]);
}
