import { isbot } from 'isbot';
import { cookieValue } from '#domain/browsing/cookie.ts';

/**
 * Whether a request may be counted: not of a bot, and without an objection by the shop's own switch or by the browser
 * (Do Not Track, Global Privacy Control: https://www.w3.org/TR/gpc/).
 */
export function isCounted({ headers }: Request): boolean {
  if (headers.get('dnt') === '1' || headers.get('sec-gpc') === '1') return false;
  if (cookieValue(headers.get('cookie') ?? '', 'countsOff') !== null) return false;
  const browser = headers.get('user-agent') ?? '';
  return browser !== '' && !isbot(browser);
}
