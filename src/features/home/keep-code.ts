/** Keeps the discount code of a link (`/?code=…`) for the cart, until it is used. */
import { onContent } from '#browser/content/content.ts';
import { writeText } from '#browser/web-storage.ts';
import { showToast } from '#stores/toast.ts';

onContent(() => {
  const code = new URLSearchParams(location.search).get('code')?.trim();
  if (!code) return;
  writeText('local', 'discountCode', code.slice(0, 60));
  showToast('Your discount code is in the cart.');
});
