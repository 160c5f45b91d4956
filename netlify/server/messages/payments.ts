import { CANCELLATION_DAYS } from '#domain/basics/return-periods.ts';
import { DRAWN_TWICE } from '#domain/draws/drawn-twice.ts';

const unavailable = 'The payment provider did not respond.';
const tryAgain = 'Please try again in a few minutes.';

/** Answers about payments and checkouts that do not come from SQL. Amounts are texts such as "£0.30". */
export const paymentMessages = {
  /** @param address URL of the page about returns. */
  cancellable: (address: string) =>
    `You can cancel within ${CANCELLATION_DAYS} days of delivery, without giving a reason: ${address}`,
  checkoutClosed: 'Your checkout was closed in the meantime. Please try again.',
  checkoutUnknown: 'There is no such checkout.',
  /** @param known a sentence about the payment that has arrived. */
  earlierArrived: (known: string) =>
    `${known} Please do not pay for the same things again. To pay for another order, press CHECKOUT again.`,
  earlierPlaced: 'Your earlier payment has arrived and its order is placed.',
  /** Shown where the payment page of an express checkout asks for the address. */
  elsewhere: (country: string) =>
    `Delivery country: ${country}. To send the order elsewhere, go back and press CHECKOUT.`,
  /** Payment has arrived but the order is not stored yet. */
  /** @param paid by gift card, and left on it, in pounds. @param end last characters of its code. */
  byGiftCard: (paid: string, left: string, end: string) =>
    `${paid} of it by gift card: ${left} is left on the card ending ${end}.`,
  drawn_twice: (done: boolean) =>
    `${DRAWN_TWICE} Your payment ${done ? 'has been' : 'will be'} refunded in full.`,
  finishing: 'Your payment has arrived. We are finishing your order – please do not pay again.',
  onItsWay:
    'Your payment is on its way. Please do not pay again: we will place your order when it arrives.',
  /** A payment page was not created, and no other one can have been paid. */
  pageFailed: `${unavailable} Nothing was charged and your cart is kept. ${tryAgain}`,
  pageRefused:
    'We cannot take payment for this order at the moment. Nothing was charged and your cart is kept. We are looking into it.',
  /** An earlier page may have been paid: does not say that nothing was charged. */
  pageUnknown: `${unavailable} Your cart is kept. ${tryAgain}`,
  refunded: (done: boolean) =>
    `Your payment ${done ? 'has been' : 'will be'} refunded in full, and no order was placed.`,
  sold_out: (done: boolean) =>
    `Sorry, your items sold out before the payment arrived. It ${done ? 'has been' : 'will be'} refunded in full.`,
  tooLittle: (least: string) =>
    `Card payments start at ${least}. Please add something to your cart.`,
  tooMuch: (most: string) => `One payment can be ${most} at most. Please split your order.`,
  underReview:
    'We have your payment and are checking it. Please do not pay again: we will e-mail you.',
  unpaid: 'This checkout has not been paid.',
} as const;
