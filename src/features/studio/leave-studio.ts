import { logOut } from '#stores/login/login.ts';

/** Logs out, and leads to the login and back. */
export function leaveStudio(): void {
  logOut();
  location.assign('/login?next=/studio');
}
