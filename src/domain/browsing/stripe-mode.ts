import { isLocked } from './launch-lock.ts';
import { isLoopback } from '../basics/loopback.ts';
import { isWebAddress } from '../basics/plain-address.ts';

interface StripeSettings {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_API_BASE?: string | undefined;
  LAUNCH_LOCK?: string | undefined;
}

/**
 * Why a deploy must not use its Stripe key: a live one outside production charges real cards for a pull request, a test
 * one in production gives goods away for test cards. While the launch lock is on, nobody buys: test keys are for trying
 * the shop then.
 * @param context Netlify's deploy context; undefined elsewhere, where any key may be used.
 * @returns null if it may.
 */
export function stripeKeyFault(
  { STRIPE_SECRET_KEY, STRIPE_API_BASE, LAUNCH_LOCK }: StripeSettings,
  context: string | undefined,
): string | null {
  const [, , mode] = /^(sk|rk)_(live|test)_/.exec(STRIPE_SECRET_KEY?.trim() ?? '') ?? [];
  if (context === undefined) return null;
  if (mode === 'live' && context !== 'production') {
    return `STRIPE_SECRET_KEY is a live key in the context ${context}: limit it to production`;
  }
  const base = STRIPE_API_BASE?.trim() ?? '';
  const isSandbox = isWebAddress(base) && isLoopback(base);
  if (mode === 'test' && context === 'production' && !isLocked(LAUNCH_LOCK) && !isSandbox) {
    return 'STRIPE_SECRET_KEY is a test key in production: set the live one, or LAUNCH_LOCK to on';
  }
  return null;
}
