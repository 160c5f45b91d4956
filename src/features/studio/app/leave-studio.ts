import { logOut } from '#stores/login/login.ts';

/** Logs out and redirects to the login page and back. */
export function leaveStudio(): void {
  logOut();
  location.assign('/login?next=/studio');
}
