import { rememberReturn } from '#stores/return-target.ts';

/** Sends the shopper to log in and back to a path of this shop afterwards. */
export function leaveForLogin(path: string): void {
  rememberReturn(path);
  location.replace('/login');
}
