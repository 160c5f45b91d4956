import { cookieValue } from './cookie.ts';

const NAME = 'launchUnlocked';
const VALUE = 'yes';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

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
