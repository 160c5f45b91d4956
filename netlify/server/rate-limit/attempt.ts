import { callerHash, foldedName, networkOf } from './caller-hash.ts';
import { type Limit, type LimitedAction, limits } from './limits.ts';

/**
 * A limit that an attempt counts against, as `take_attempt` reads it. A type and no interface, which
 * would not pass for JSON.
 */
export type CountedLimit = Limit & {
  action: LimitedAction;
  /** Hash of who is counted. */
  caller: string;
  /** Hash of the caller who is not counted, once a login of theirs was right. */
  unless?: string;
};

export type Attempt = CountedLimit[];

function counted(action: LimitedAction, ...caller: readonly string[]): CountedLimit {
  return { action, caller: callerHash(...caller), ...limits[action] };
}

/** Somebody at an address gives a name and a password. `known` names the two together. */
export function loginAttempt(username: string, ip: string): { attempt: Attempt; known: string } {
  const [name, network] = [foldedName(username), networkOf(ip)];
  const known = callerHash(name, network);
  const attempt = [
    counted('login-address', network),
    counted('login-name-at-address', name, network),
    { ...counted('login-name', name), unless: known },
  ];
  return { attempt, known };
}

/** Somebody at an address does what needs no account. */
export function attemptFrom(
  action: Extract<LimitedAction, 'register-address' | 'subscribe-address' | 'new-password-address'>,
  ip: string,
): Attempt {
  return [counted(action, networkOf(ip))];
}

/** Somebody at an address wants a link to choose a new password sent. */
export function resetLinkAttempt(email: string, ip: string): Attempt {
  return [
    counted('reset-link-address', networkOf(ip)),
    counted('reset-link-email', foldedName(email)),
  ];
}

/** A shopper asks for a payment page. */
export function paymentPageAttempt(shopper: string): Attempt {
  return [counted('payment-page', shopper)];
}
