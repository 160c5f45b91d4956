/**
 * A link that fills the cart (`/buy/12:1,15:2`): adds the colours in the URL, then replaces this page
 * with the cart, so that Back does not return here. Only asks the server for products and stock; orders
 * nothing.
 */
import { messageOf } from '#api/http/api-error.ts';
import { fetchProductsOfColours } from '#api/catalogue/products-of-colours.ts';
import { checkStock } from '#api/listing/stock-check.ts';
import { fillCart, parseCartLink } from '#domain/cart/cart-link.ts';
import type { LinkedLine } from '#domain/cart/cart-link.ts';
import { isRecord } from '#domain/basics/record.ts';
import { whenShown } from '#browser/shown.ts';
import { $cart, setCart } from '#stores/cart.ts';
import { leaveCartNews } from '#stores/reorder/cart-news.ts';
import { currentSession } from '#stores/session.ts';

const NO_LINK = 'This link is incomplete, so nothing was added to your cart.';

const section = document.querySelector<HTMLElement>('[data-buy]');
const message = section?.querySelector('[data-buy-message]');
const again = section?.querySelector<HTMLButtonElement>('[data-buy-again]');
const ways = section?.querySelector<HTMLElement>('[data-buy-ways]');

function say(text: string, { canRetry = false, isOver = false } = {}): void {
  if (message) message.textContent = text;
  if (again) again.hidden = !canRetry;
  if (ways) ways.hidden = !canRetry && !isOver;
}

/**
 * Whether this visit has already filled the cart: the mark survives a reload, and a new visit has none.
 */
function isFilled(): boolean {
  return isRecord(history.state) && history.state.filled === true;
}

async function offerOf(lines: readonly LinkedLine[]) {
  const variants = new Set(lines.map(({ variantId }) => variantId));
  const products = await fetchProductsOfColours(variants);
  const asked = products.flatMap((product) =>
    product.color_variants
      .filter(({ id }) => variants.has(id))
      .map(({ id }) => ({ productId: product.id, selectedColorId: id })),
  );
  const levels = asked.length > 0 ? await checkStock(asked, currentSession()?.access) : [];
  return { products, levels };
}

async function fill(lines: readonly LinkedLine[]): Promise<void> {
  say('Loading...');
  try {
    if (!isFilled()) {
      const { items, news } = fillCart($cart.get(), lines, await offerOf(lines));
      // Mark and cart must change together.
      history.replaceState({ filled: true }, '');
      setCart(items);
      leaveCartNews(news);
    }
    location.replace('/cart');
  } catch (error) {
    say(messageOf(error), { canRetry: true });
  }
}

const lines = parseCartLink(location.pathname.replace(/^\/buy\/?|\/$/g, ''));
if (lines) {
  again?.addEventListener('click', () => void fill(lines));
  whenShown(() => void fill(lines));
} else say(NO_LINK, { isOver: true });
