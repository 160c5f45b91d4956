import { readText } from './web-storage.ts';

/**
 * The time by the server's clock, in milliseconds since 1970: this device's, corrected by what it was off when the
 * login was last renewed (src/stores/login/renew-session.ts).
 */
export function serverNow(): number {
  return Date.now() + Number(readText('local', 'clockOffset'));
}
