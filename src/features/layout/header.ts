import { itemsText } from '#domain/cart/cart.ts';
import { $cartCount } from '#stores/cart.ts';
import { rememberReturn } from '#stores/return-target.ts';
import { comeBackWhenShown } from '#browser/shown.ts';
import './keep-login.ts';
import { $session, currentSession, ofAccount } from '#stores/session.ts';
import { showToast } from '#stores/toast.ts';

comeBackWhenShown();

const cartLink = document.querySelector<HTMLElement>('[data-cart]');
const cartCount = document.querySelector<HTMLElement>('[data-cart-count]');

$cartCount.subscribe((count) => {
  if (!cartLink || !cartCount) return;
  cartLink.ariaLabel = count ? `Cart, ${itemsText(count)}` : 'Cart';
  cartCount.textContent = String(count);
  cartCount.hidden = !count;
});

const accountLink = document.querySelector<HTMLElement>('[data-account-link]');

$session.subscribe((session) => {
  if (accountLink) accountLink.hidden = !ofAccount(session);
});

document.querySelector('[data-user]')?.addEventListener('click', (event) => {
  if (ofAccount(currentSession())) {
    event.preventDefault();
    showToast('You are already logged in.', { text: 'Your account', href: '/account' });
  } else if (!/^\/login\/?$/.test(location.pathname)) {
    rememberReturn(location.pathname + location.search);
  }
});
