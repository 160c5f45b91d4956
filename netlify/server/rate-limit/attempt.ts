import type { Count } from '#domain/browsing/counts.ts';
import type { StockAlertBody } from '#domain/contracts/listing-bodies.ts';
import type { Shopper } from '../token.ts';
import { callerHash, foldedName, networkOf } from './caller-hash.ts';
import { type Limit, type LimitedAction, limits } from './limits.ts';
import { isLocalCaller } from './local-caller.ts';

/**
 * A limit that an attempt counts against, in the shape of `take_attempt`. A type, because an
 * interface has no index signature and so is not assignable to `Json`.
 */
export type CountedLimit = Limit & {
  action: LimitedAction;
  /** Hash of the counted caller. */
  caller: string;
  /** Hash of a caller who is exempt after an earlier successful login. */
  unless?: string;
};

export type Attempt = CountedLimit[];

function countedLimit(action: LimitedAction, ...caller: readonly string[]): CountedLimit {
  return { action, caller: callerHash(...caller), ...limits[action] };
}

/** A login attempt. `known` is the hash of name and network together. */
export function loginAttempt(username: string, ip: string): { attempt: Attempt; known: string } {
  const [name, network] = [foldedName(username), networkOf(ip)];
  const known = callerHash(name, network);
  const attempt = [
    { ...countedLimit('login-address', network), unless: known },
    countedLimit('login-name-at-address', name, network),
    { ...countedLimit('login-name', name), unless: known },
  ];
  return { attempt, known };
}

/** An attempt at something that needs no account, counted by network. */
export function attemptFrom(
  action: Extract<
    LimitedAction,
    'subscribe-address' | 'new-password-address' | 'complaint-address' | 'withdrawal-address'
  >,
  ip: string,
): Attempt {
  return [countedLimit(action, networkOf(ip))];
}

/** A live read of stock or prices. Not counted on a machine that runs the whole stack. */
export function liveReadAttempt(ip: string): Attempt {
  return isLocalCaller(ip) ? [] : [countedLimit('live-read-address', networkOf(ip))];
}

/**
 * Limits on keeping a text that the counts do not have yet; none on a machine that runs the whole stack.
 * `seen_by_others`: exceeded once enough other networks have sent the text, without which a search is not kept.
 */
export function textLimits({ kind, key }: Count, ip: string) {
  if (isLocalCaller(ip)) return {};
  const network = networkOf(ip);
  const newText = countedLimit('count-text-address', network);
  if (kind !== 'searched' && kind !== 'searched_in_vain') return { limits: [newText] };
  return {
    limits: [countedLimit('count-search-address', network, key), newText],
    seen_by_others: [countedLimit('count-search', key)],
  };
}

/** A payment reported without a login. Not counted on a machine that runs the whole stack. */
export function paymentReportAttempt(ip: string): Attempt {
  return isLocalCaller(ip) ? [] : [countedLimit('payment-report-address', networkOf(ip))];
}

/** A sign-up. */
export function registrationAttempt(ip: string): Attempt {
  const network = networkOf(ip);
  return isLocalCaller(ip)
    ? [countedLimit('register-locally', network)]
    : [countedLimit('register-address', network), countedLimit('register-address-day', network)];
}

/** A guest's sign-in. Not counted on a machine that runs the whole stack. */
export function guestAttempt(ip: string): Attempt {
  const network = networkOf(ip);
  return isLocalCaller(ip)
    ? []
    : [countedLimit('guest-address', network), countedLimit('guest-address-day', network)];
}

/** A sign-up answer that reveals an e-mail address's account. Not counted on a machine that runs the whole stack. */
export function takenAttempt(ip: string): Attempt {
  return isLocalCaller(ip) ? [] : [countedLimit('register-taken-address', networkOf(ip))];
}

/** A request for a password reset link. */
export function resetLinkAttempt(email: string, ip: string): Attempt {
  return [
    countedLimit(isLocalCaller(ip) ? 'reset-link-locally' : 'reset-link-address', networkOf(ip)),
    countedLimit('reset-link-email', foldedName(email)),
  ];
}

/** A request for a login code. */
export function loginCodeAttempt(email: string, ip: string): Attempt {
  const name = foldedName(email);
  return [
    countedLimit(isLocalCaller(ip) ? 'login-code-locally' : 'login-code-address', networkOf(ip)),
    countedLimit('login-code-email', name),
    countedLimit('login-code-email-day', name),
  ];
}

/** The e-mail with a login code, to an unconfirmed address. */
export function unconfirmedCodeAttempt(email: string): Attempt {
  return [countedLimit('login-code-unconfirmed', foldedName(email))];
}

/** A guess at a login code. Not counted on a machine that runs the whole stack. */
export function codeGuess(ip: string): Attempt {
  return isLocalCaller(ip) ? [] : [countedLimit('login-code-guess-address', networkOf(ip))];
}

/** A discount code that may be a guess. Not counted on a machine that runs the whole stack. */
export function codeAttempt(ip: string): Attempt {
  return isLocalCaller(ip) ? [] : [countedLimit('discount-code-address', networkOf(ip))];
}

/** A shopper's request, counted by shopper. */
export function shopperAttempt(
  action: Extract<
    LimitedAction,
    'payment-page' | 'payment-check' | 'billing-form' | 'account-export'
  >,
  { id }: Pick<Shopper, 'id'>,
): Attempt {
  return [countedLimit(action, id)];
}

/** A request for a stock alert. */
export function stockAlertAttempt(
  { colour, email }: Pick<StockAlertBody, 'colour' | 'email'>,
  ip: string,
): Attempt {
  const network = networkOf(ip);
  return [
    countedLimit('stock-alert-address', network),
    countedLimit('stock-alert-colour', network, String(colour)),
    countedLimit('stock-alert-email', foldedName(email)),
  ];
}

/** An entry in a draw. @param draw id of the draw. */
export function drawEntryAttempt(draw: string, email: string, ip: string): Attempt {
  return [
    countedLimit('draw-entry-network', networkOf(ip), draw),
    countedLimit('draw-entry-person', foldedName(email), draw),
  ];
}

/** A withdrawal without a login: possibly a guess at an order's number and e-mail address. */
export function withdrawalGuess({ order, email }: { order: number; email: string }): Attempt {
  return [
    countedLimit('withdrawal-order', String(order)),
    countedLimit('withdrawal-email', foldedName(email)),
  ];
}

/** A photo for a return of an order, from any sender. */
export function returnPhotoAttempt(order: number): Attempt {
  return [countedLimit('return-photo', String(order))];
}

/** A review of a checkout's goods, or a photo for one, from any sender. */
export function reviewAttempt(action: 'review' | 'review-photo', checkout: string): Attempt {
  return [countedLimit(action, checkout)];
}

/** All hashes under which a shopper's attempts are counted, as far as a request of theirs shows. */
export function callersOf({ id }: Pick<Shopper, 'id'>, username: string, ip: string): string[] {
  const { attempt, known } = loginAttempt(username, ip);
  const named = attempt.filter(({ action }) => action !== 'login-address');
  return [callerHash(id), known, ...named.map(({ caller }) => caller)];
}

/** The e-mail that acknowledges a complaint, to an address that its owner may never have entered. */
export function complaintEmailAttempt(email: string): Attempt {
  return [countedLimit('complaint-email', foldedName(email))];
}

/** An e-mail to an address that its owner may never have entered. */
export function unconfirmedEmailAttempt(email: string): Attempt {
  return [countedLimit('unconfirmed-email', foldedName(email))];
}
