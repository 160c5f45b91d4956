import { cookieValue } from './cookie.ts';

const NAME = 'launchUnlocked';
const VALUE = 'yes';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** A setting trimmed and in lower case; empty if unset. */
function plain(setting: string | undefined): string {
  return (setting ?? '').trim().toLowerCase();
}

/** Whether `LAUNCH_LOCK` locks the shop. Anything but `off` does, so that a typo keeps it closed. */
export function isLocked(setting: string | undefined): boolean {
  return !['', 'off'].includes(plain(setting));
}

/** Whether `LAUNCH_LOCK` is exactly on, off or unset. */
export function isKnownLock(setting: string | undefined): boolean {
  return plain(setting) === 'on' || !isLocked(setting);
}

/** Whether a visitor with these cookies (a `Cookie` header) has passed the launch page. */
export function isUnlocked(cookies: string): boolean {
  return cookieValue(cookies, NAME) === VALUE;
}

/**
 * The cookie that unlocks the shop for a year, as assigned to `document.cookie`. Lax, because a
 * shopper returning from Stripe's payment page must be let in.
 *
 * @param secure whether the page came over https; a plain http page cannot set a secure cookie
 */
export function unlockCookie(secure: boolean): string {
  const attributes = `Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax`;
  return `${NAME}=${VALUE}; ${attributes}${secure ? '; Secure' : ''}`;
}
