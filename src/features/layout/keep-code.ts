/** Keeps the discount code of a link to any page (`/all-products?code=…`) for the cart, until it is used. */
import { whenShown } from '#browser/shown.ts';
import { writeText } from '#browser/web-storage.ts';
import { showToast, showToastOnNextPage } from '#stores/toast.ts';

const MESSAGE = 'Your discount code is in the cart.';

/** Has the cart read the kept code, because its island may already have read storage. */
function reloadCart(): void {
  showToastOnNextPage(MESSAGE);
  location.reload();
}

function keepCode(): void {
  const url = new URL(location.href);
  for (const [name, value] of new URLSearchParams(url.search)) {
    const code = value.trim();
    if (name.toLowerCase() !== 'code' || !code) continue;
    writeText('local', 'discountCode', code.slice(0, 60));
    // Back to this page must not bring back a code that the shopper has replaced or removed.
    url.searchParams.delete(name);
    history.replaceState(history.state, '', url);
    if (url.pathname.startsWith('/cart')) reloadCart();
    else showToast(MESSAGE);
  }
}

whenShown(keepCode);
