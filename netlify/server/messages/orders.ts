import { z } from 'zod';
import { withFacts, type Words } from './messages.ts';

const NumberTwice = z.object({
  tracking_number: z.string(),
  orders: z.tuple([z.int(), z.int()]),
});

/** Refusals to change, send or cancel an order, and to write about it. */
export const orders = {
  action_used: 'This was already used for another action. Reload the page and try again.',
  address_erased:
    'The shopper’s address was erased with their account, so this e-mail cannot be sent.',
  already_delivered: 'This parcel has already been delivered.',
  already_replaced: 'Some of these pieces have been replaced, so the parcel has left.',
  already_left: {
    shopper: 'Your order has already left. You can return it when it has arrived.',
    staff: 'Some of these pieces have already left or are cancelled.',
  },
  before_sent: 'The day of delivery is before the parcel was sent. Choose a later day.',
  colour_gone: 'Fewer of this colour are left. The page now shows the current stock.',
  coming_back: 'The shopper is returning some of these pieces, so the parcel has left.',
  dispatch_undone: 'This dispatch was taken back: the parcel has not left.',
  exchange_sent: {
    shopper:
      'Your replacement is already on its way, so this return cannot be cancelled. Reply to our e-mail if that is a problem.',
    staff: 'The exchange has left already.',
  },
  history_kept: 'The history of an order cannot be changed.',
  in_future: 'The day of delivery is in the future. Choose an earlier day.',
  item_unknown: 'One of these items is not part of this order.',
  items_malformed: 'Choose the items, and how many of each.',
  link_unknown: 'There is no such payment link.',
  mail_due: 'This e-mail is already on its way.',
  mail_unknown: 'There is no such e-mail.',
  not_replaceable:
    'Only pieces that were sent and paid for can be sent again: none that came back, were refunded or exchanged, or were sent again already.',
  cost_changed: 'It costs another amount by now, so nothing was done. Please look at it again.',
  exchange_unpaid:
    'The exchange for this return waits for its payment link. Call the link off first, or wait until it lapses.',
  not_exchangeable:
    'The pieces of this order were given for others, so they cannot be exchanged. Create a return and send other pieces by a new order.',
  not_in_return:
    'The return does not bring these pieces, or was settled, refunded or exchanged already.',
  not_swappable:
    'This cannot be sent instead: the order has it at another price, or was itself given for other pieces. Remove one piece, and add the other.',
  money_gone:
    'Too little is left of this order’s payment for the pieces to pay for others. Refund the rest, and sell the others by a new order.',
  note_length: 'Enter a note of 1 to 2000 characters.',
  nothing_to_cancel: {
    shopper: 'This order is cancelled already.',
    staff: 'There is nothing left to cancel in this order.',
  },
  nothing_to_send: 'Nothing is left to send, so there is no label to correct.',
  number_twice: withFacts(NumberTwice, ({ tracking_number, orders: [one, other] }) =>
    one === other
      ? `Order ${one} has the tracking number ${tracking_number} twice. Nothing was sent.`
      : `Orders ${one} and ${other} have the same tracking number, ${tracking_number}. Nothing was sent.`,
  ),
  order_stopped:
    'This order must not leave: it is disputed, refunded, cancelled or withdrawn from, or waits for a return or a payment. Nothing was changed.',
  order_unknown: 'There is no such order.',
  other_country:
    'Postage and tax were paid for another country. Cancel or refund it, and ask the shopper to order again.',
  payment_undone:
    'The payment behind this order is disputed or wholly refunded, so nothing more is sent for it.',
  page_unknown: 'The list has no such page.',
  pieces_gone: 'There are not enough of some of these pieces left in stock.',
  parcel_unknown: 'There is no such parcel.',
  replaced_gone:
    'The pieces to be swapped have left or are cancelled meanwhile. Refund the payment.',
  same_email: 'The order already has this e-mail address.',
  swap_apart:
    'Two kinds of pieces cannot be given for the same one at once. Change one first, then the other.',
  difference_too_small:
    'The difference is less than 30p, which no card can pay. Remove the piece and add the other, or choose another.',
  link_too_small:
    'The total is less than 30p, which no card can pay on a payment page. Take the money in hand.',
  discount_too_large: 'The discount leaves nothing to pay for the goods. Make a gift instead.',
  tax_display_changed:
    'Since this order was placed, prices have begun or ceased to include tax, so it can only change to colours of the same products. Make a new order for other products.',
  refund_made: 'This refund is no longer owed, so there is no such e-mail to send.',
  refund_not_made: 'This refund has not been made yet, so there is no e-mail about it to send.',
} satisfies Words;
