import { rememberReturn } from '#stores/return-target.ts';

/**
 * Redirects to login, and back to a path of this shop afterwards.
 * @param how `assign` keeps this page for the Back button.
 */
export function leaveForLogin(path: string, how: 'assign' | 'replace' = 'replace'): void {
  rememberReturn(path);
  location[how]('/login');
}
