import { linkToken } from './link-token.ts';

/**
 * The address at which an order is shown without a login. It works for 90 days after the latest e-mail
 * about the order (`linked_order`), so it is the same in each of them and in each attempt to send one.
 * @param checkout id of the order's checkout.
 * @param shop where the shop is, e.g. `https://shop.example`.
 */
export function orderLink(checkout: string, shop: string): string {
  return `${shop}/order#token=${linkToken('order', checkout)}`;
}

/**
 * The address of the withdrawal function, for this order: what was bought is listed, to choose from. Works as
 * long as `orderLink`.
 */
export function withdrawLink(checkout: string, shop: string): string {
  return `${shop}/withdraw#token=${linkToken('order', checkout)}`;
}
