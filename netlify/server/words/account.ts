import type { Words } from './words.ts';

/** Refusals about shoppers' accounts and requests. */
export const account = {
  account_missing: 'Please log in again.',
  colour_missing: 'This colour is no longer sold.',
  in_stock: 'It is back in stock. Please reload the page.',
  payment_under_way:
    'A payment or refund of yours is not finished yet. Please close your account once it is.',
  session_ended: 'Please log in again.',
} satisfies Words;
