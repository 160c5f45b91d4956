import { expireDueSessions } from './expire-session.ts';
import { letPayoutsPass } from './payout.ts';
import type { SandboxContext } from './sandbox-context.ts';
import { settleDueRefunds } from './settle-refund.ts';

/** Does what is due by now: sessions expire, refunds settle, money is paid out. Returns whether anything changed. */
export function letTimePass(context: SandboxContext): boolean {
  const expired = expireDueSessions(context);
  const settled = settleDueRefunds(context);
  return letPayoutsPass(context) || settled || expired;
}
