import { useEffect } from 'react';
import { liveSession } from '#stores/live-session.ts';
import { leaveForLogin } from './islands/leave-for-login.ts';

/**
 * Leaves a private page for the login as soon as nobody is logged in any more: after a log-out in
 * another tab, or by Back after one, which must not reveal the page from the back/forward cache.
 * @param here says where the login is to lead back to.
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
