/** Request bodies of shoppers' actions on an order. The client imports only their `z.input` types. */
import { z } from 'zod';
import { orderNumber } from '../names/order-number.ts';
import { returnChoices } from '../orders/return-kinds.ts';
import { email, oneLine, quantity, rowId, severalLines } from './fields.ts';

/** Idempotency key: made by the browser for each press of a button, and the same in a retry. */
const event = z.uuid('Not a valid action.');

/** Token of a mailed link. */
const token = z.string('This field is required.').max(200);

const kind = z.enum(
  returnChoices.map((choice) => choice.kind),
  'Choose a reason.',
);

/** @param none the message if nothing was chosen. */
function chosen(none: string) {
  return z
    .array(z.object({ variant_id: rowId, quantity }))
    .min(1, none)
    .max(100, 'Too many items.');
}

const reason = severalLines(1000)
  .or(z.literal(''))
  .nullish()
  .transform((text) => text || null);

/** Maximum characters of a gift message, and of a note to the packer. */
const longestWish = 300;

const wish = z.literal('').or(severalLines(longestWish));

/** `POST /api/account/order-note/`: the shopper's words about an order; empty ones remove them. */
export const OrderNoteBody = z.object({ order: rowId, gift_message: wish, note: wish });
export type OrderNoteBody = z.input<typeof OrderNoteBody>;

const Ask = z.object({
  do: z.literal('ask'),
  event,
  kind,
  items: chosen('Choose what you want to send back.'),
  reason,
  /** Pieces wanted instead; null for the money. */
  wish: z
    .array(z.object({ from: rowId, to: rowId, quantity }))
    .min(1)
    .max(100, 'Too many items.')
    .nullish()
    .transform((pieces) => pieces ?? null),
});
/** Looks for pieces that can be had instead, with what each costs. */
const Offers = z.object({
  do: z.literal('offers'),
  from: rowId,
  quantity,
  words: oneLine(100),
});
/** Undoes a withdrawal made by number and address. */
const Keep = z.object({ do: z.literal('keep'), event });
const CallOff = z.object({ do: z.literal('call_off'), event, return: rowId });

/** Asks what a cancellation would refund. */
const Foresee = z.object({ do: z.literal('foresee') });
/** Cancels what has not left, unless that refunds another amount by now than the question showed, in pence. */
const Cancel = z.object({
  do: z.literal('cancel'),
  event,
  refund_pence: z.int('Not an amount in pence.').min(0).max(1_000_000_000).optional(),
});

/** `POST /api/account/cancel-order` */
export const CancelOrderBody = z.discriminatedUnion('do', [
  Foresee.extend({ order: rowId }),
  Cancel.extend({ order: rowId }),
]);
export type CancelOrderBody = z.input<typeof CancelOrderBody>;

/** `POST /api/account/return` */
export const ReturnBody = z.discriminatedUnion('do', [
  Offers.extend({ order: rowId }),
  Ask.extend({ order: rowId }),
  CallOff.extend({ order: rowId }),
  Keep.extend({ order: rowId }),
]);
export type ReturnBody = z.input<typeof ReturnBody>;

/** `POST /api/order-link`: shows an order, and acts on it, by the link in its e-mails. */
export const OrderLinkBody = z.discriminatedUnion('do', [
  z.object({ do: z.literal('show'), token }),
  Foresee.extend({ token }),
  Cancel.extend({ token }),
  Offers.extend({ token }),
  Ask.extend({ token }),
  CallOff.extend({ token }),
  Keep.extend({ token }),
]);
export type OrderLinkBody = z.input<typeof OrderLinkBody>;

const order = z
  .string('This field is required.')
  .transform((text) => Number(orderNumber(text)))
  .refine((number) => number > 0, 'Enter the number of your order, e.g. 48207315.');

const declaration = { order, email, name: oneLine(200) };

/**
 * `POST /api/withdraw`. By number and address, which reveal nothing of the purchase: `check` previews a
 * withdrawal from the whole order, `confirm` makes it, `send_link` mails the link for a part of
 * it. By that link: `show` lists the choices, `confirm_items` withdraws from those chosen.
 */
export const WithdrawBody = z.discriminatedUnion('do', [
  z.object({ do: z.literal('check'), ...declaration }),
  z.object({ do: z.literal('confirm'), event, ...declaration }),
  z.object({ do: z.literal('send_link'), event, ...declaration }),
  z.object({ do: z.literal('show'), token }),
  z.object({
    do: z.literal('confirm_items'),
    token,
    event,
    name: declaration.name,
    items: chosen('Choose at least one item.'),
  }),
]);
export type WithdrawBody = z.input<typeof WithdrawBody>;
