import { HttpError } from './http-error.ts';
import { siteOrigin } from './site-origin.ts';
import { requestMessages } from './messages/requests.ts';

/**
 * Refuses a call that a browser makes for another site's page (CSRF): for calls authorised by a cookie.
 * Other clients send neither header, and have no cookies either.
 * @throws HttpError 403.
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function requireOwnPage(request: Request): void {
  const relation = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const own = relation
    ? relation === 'same-origin'
    : origin === null || origin === siteOrigin(request);
  if (!own) throw new HttpError(403, requestMessages.anotherSite);
}
