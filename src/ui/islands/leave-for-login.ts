import { rememberReturn } from '#stores/return-target.ts';

/** Redirects to login, and back to a path of this shop afterwards. */
export function leaveForLogin(path: string): void {
  rememberReturn(path);
  location.replace('/login');
}
