/** Request bodies of what shoppers do with an order. The client imports only their `z.input` types. */
import { z } from 'zod';
import { email, oneLine, quantity, rowId, severalLines } from './fields.ts';

/** Made by the browser for each press of a button, and the same when that is repeated. */
const event = z.uuid('Not a valid action.');

/** Of a mailed link. */
const token = z.string('This field is required.').max(200);

/** Why goods come back: a change of mind, or a defective or wrong piece. */
const kind = z.enum(['return', 'fault'], 'Choose a reason.');

const items = z
  .array(z.object({ variant_id: rowId, quantity }))
  .min(1, 'Choose what you want to send back.')
  .max(100, 'Too many items.');

const reason = severalLines(1000)
  .or(z.literal(''))
  .nullish()
  .transform((text) => text || null);

const Ask = z.object({ do: z.literal('ask'), event, kind, items, reason });
const CallOff = z.object({ do: z.literal('call_off'), event, return: rowId });

/** `POST /api/account/cancel-order` */
export const CancelOrderBody = z.object({ event, order: rowId });
export type CancelOrderBody = z.input<typeof CancelOrderBody>;

/** `POST /api/account/return` */
export const ReturnBody = z.discriminatedUnion('do', [
  Ask.extend({ order: rowId }),
  CallOff.extend({ order: rowId }),
]);
export type ReturnBody = z.input<typeof ReturnBody>;

/** `POST /api/order-link`: an order is shown, and acted on, by the link in its e-mails. */
export const OrderLinkBody = z.discriminatedUnion('do', [
  z.object({ do: z.literal('show'), token }),
  z.object({ do: z.literal('cancel'), token, event }),
  Ask.extend({ token }),
  CallOff.extend({ token }),
]);
export type OrderLinkBody = z.input<typeof OrderLinkBody>;

/** The number of an order as people write it: "1042", "#1042". */
const orderNumber = z
  .string('This field is required.')
  .trim()
  .transform((text) => text.replace(/^(?:order|no\.?|#|\s)+/i, ''))
  .refine((text) => /^[1-9]\d{0,14}$/.test(text), 'Enter the number of your order, e.g. 1042.')
  .transform(Number);

const declaration = { order: orderNumber, email, name: oneLine(200) };

/** `POST /api/withdraw`: `check` asks what a withdrawal would do, `confirm` makes it. */
export const WithdrawBody = z.discriminatedUnion('do', [
  z.object({ do: z.literal('check'), ...declaration }),
  z.object({ do: z.literal('confirm'), event, ...declaration }),
]);
export type WithdrawBody = z.input<typeof WithdrawBody>;
