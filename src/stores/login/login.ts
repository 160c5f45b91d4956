import { endLogin } from '#api/end-login.ts';
import { removeText } from '#browser/web-storage.ts';
import { $root } from '../root.ts';
import type { Session } from '../session.ts';

/** Removes a shopper's name, address, e-mail and phone number from the browser. */
function forgetBilling(): void {
  removeText('local', 'billingFormData');
  removeText('local', 'billingInfoId');
}

/** Stores a session. What another shopper left in the billing form goes. */
export function logIn({ id, access }: Session): void {
  const { token, ...rest } = $root.get();
  if (token.id !== null && token.id !== id) forgetBilling();
  $root.set({ ...rest, token: { id, access } });
}

/**
 * Logs out: at once in this browser, where only the cart stays, and at the server as soon as it can be
 * reached, even if the page is left.
 */
export function logOut(): void {
  const { token, ...rest } = $root.get();
  $root.set({ ...rest, token: { id: null, access: null } });
  forgetBilling();
  if (token.access !== null) void endLogin(token.access);
}
