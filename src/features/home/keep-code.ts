/** Keeps the discount code of a link (`/?code=…`) for the cart, until it is used. */
import { onContent } from '#browser/content/content.ts';
import { writeText } from '#browser/web-storage.ts';
import { showToast } from '#stores/toast.ts';

onContent(() => {
  const url = new URL(location.href);
  const code = url.searchParams.get('code')?.trim();
  if (!code) return;
  writeText('local', 'discountCode', code.slice(0, 60));
  // Back to this page must not bring back a code that the shopper has replaced or removed.
  url.searchParams.delete('code');
  history.replaceState(null, '', url);
  showToast('Your discount code is in the cart.');
});
