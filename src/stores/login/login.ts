import { endLogin } from '#api/end-login.ts';
import { removeText } from '#browser/web-storage.ts';
import { forgetUnfinished } from '../payment/unfinished-payment.ts';
import { $root } from '../root.ts';
import type { Session } from '../session.ts';

/** Removes the shopper's name, address, e-mail, phone number and payment from the browser. */
function forgetCheckout(): void {
  removeText('local', 'billingFormData');
  removeText('local', 'billingInfoId');
  forgetUnfinished();
}

/** Stores a session, and removes another shopper's checkout data. */
export function logIn({ id, access }: Session): void {
  const { token, ...rest } = $root.get();
  if (token.id !== null && token.id !== id) forgetCheckout();
  $root.set({ ...rest, token: { id, access } });
}

/**
 * Logs out: immediately in this browser, where only the cart stays, and on the server as soon as it can
 * be reached, even if the page is left.
 */
export function logOut(): void {
  const { token, ...rest } = $root.get();
  $root.set({ ...rest, token: { id: null, access: null } });
  forgetCheckout();
  if (token.access !== null) void endLogin(token.access);
}
