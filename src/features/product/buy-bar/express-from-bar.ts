import { listingFailure } from '#api/http/api-error.ts';
import { note } from '#api/listing/counts.ts';
import { OUT_OF_STOCK } from '#domain/cart/stock.ts';
import { listedProduct } from '#features/product-card/known-products.ts';
import { $cart, addToCart } from '#stores/cart.ts';
import { appliedDiscount, discountCode } from '#stores/checkout/checkout-storage.ts';
import { leaveCartNews } from '#stores/reorder/cart-news.ts';
import { showToast } from '#stores/toast.ts';
import { expressCheckout } from '#ui/payment/express-checkout.ts';

/** Whether a colour is in the cart afterwards; once is enough, however often the shopper comes back and presses. */
async function putInCart(productId: number, variantId: number): Promise<boolean> {
  if ($cart.get().some(({ selectedColor }) => selectedColor.id === variantId)) return true;
  const product = await listedProduct(productId);
  if (!product || addToCart(product, variantId) !== 'added') return false;
  note('added', productId);
  return true;
}

/**
 * Puts a colour into the cart and opens the payment. The cart shows what prevents it, and applies a discount code.
 * @returns false if the page stays.
 */
export async function expressFromBar(productId: number, variantId: number): Promise<boolean> {
  try {
    if (!(await putInCart(productId, variantId))) {
      showToast(OUT_OF_STOCK);
      return false;
    }
    if (!discountCode.get()) {
      appliedDiscount.remove();
      const message = await expressCheckout();
      if (!message) return true;
      leaveCartNews([message]);
    }
    location.assign('/cart');
    return true;
  } catch (error) {
    showToast(listingFailure(error));
    return false;
  }
}
