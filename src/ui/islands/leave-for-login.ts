import { rememberReturn } from '#stores/return-target.ts';

let isLeaving = false;

/**
 * Redirects to login, and back to a path of this shop afterwards. Does nothing on a page that is already being
 * left for another one.
 * @param how `assign` keeps this page for the Back button.
 */
export function leaveForLogin(path: string, how: 'assign' | 'replace' = 'replace'): void {
  if (isLeaving) return;
  rememberReturn(path);
  location[how]('/login');
}

/** Opens the home page after a log-out, which late answers and other tabs' storage events no longer divert. */
export function leaveForHome(): void {
  isLeaving = true;
  // Back may restore this page from the back/forward cache.
  window.addEventListener('pagehide', () => (isLeaving = false), { once: true });
  location.assign('/');
}
