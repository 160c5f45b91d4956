import { expireDueSessions } from './expire-session.ts';
import type { SandboxContext } from './sandbox-context.ts';
import { settleDueRefunds } from './settle-refund.ts';

/** Does what is due by now: sessions expire, refunds settle. Returns whether anything changed. */
export function letTimePass(context: SandboxContext): boolean {
  const expired = expireDueSessions(context);
  return settleDueRefunds(context) || expired;
}
