import { showToastOnNextPage } from '#stores/toast.ts';

/** Opens the account, which has the order now; Back does not lead to the used link. */
export function leaveForAccount(): void {
  showToastOnNextPage('Your order is in your account.');
  location.replace('/account');
}
