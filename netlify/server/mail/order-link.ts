import { claimToken, linkToken } from './link-token.ts';

/**
 * The address that shows an order without a login. It works for 90 days after the latest e-mail
 * about the order (`linked_order`), so it is the same in each of them and in each attempt to send one.
 * @param checkout id of the order's checkout.
 * @param shop the shop's origin, e.g. `https://shop.example`.
 */
export function orderLink(checkout: string, shop: string): string {
  return `${shop}/order#token=${linkToken('order', checkout)}`;
}

/**
 * The address at which a guest keeps the order in an account. Only in the order's confirmation, so that it proves
 * the address that was mailed. Works while that is the order's address.
 * @param checkout id of the order's checkout.
 * @param email the address that is mailed.
 * @param shop the shop's origin, e.g. `https://shop.example`.
 */
export function claimLink(checkout: string, email: string, shop: string): string {
  return `${shop}/keep-order#token=${claimToken(checkout, email)}`;
}

/**
 * The address at which a customer moves their orders into an account with another address.
 * @param merge the offer's id.
 * @param shop the shop's origin, e.g. `https://shop.example`.
 */
export function mergeLink(merge: string, shop: string): string {
  return `${shop}/keep-order#merge=${linkToken('merge-orders', merge)}`;
}

/**
 * The address of the withdrawal form for this order, which lists the items to choose from. Works as
 * long as `orderLink`.
 */
export function withdrawLink(checkout: string, shop: string): string {
  return `${shop}/withdraw#token=${linkToken('order', checkout)}`;
}

/** The address that shows the balance of a gift card without its code, as long as the card exists. */
export function giftCardLink(card: string, shop: string): string {
  return `${shop}/gift-card#token=${linkToken('gift-card', card)}`;
}

/**
 * The address that shows the label of a return without a login, or the QR code that replaces it.
 * @param label id of the label.
 * @param shop the shop's origin, or empty for an address relative to it.
 */
export function returnLabelLink(label: string, as: 'label' | 'code', shop: string): string {
  return `${shop}/api/return-label?as=${as}&token=${linkToken('return-label', label)}`;
}
