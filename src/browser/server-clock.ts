import { readText } from './web-storage.ts';

/**
 * The server's time, in milliseconds since 1970: this device's clock, corrected by the offset measured
 * when the login was last renewed (src/stores/login/renew-session.ts).
 */
export function serverNow(): number {
  return Date.now() + Number(readText('local', 'clockOffset'));
}
