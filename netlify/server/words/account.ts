import { z } from 'zod';
import { withFacts, type Words } from './words.ts';

/** Refusals about shoppers' accounts and requests. */
export const account = {
  account_missing: 'Please log in again.',
  account_required: 'You are shopping as a guest. Please log in to an account for this.',
  claim_of_other_address: withFacts(
    z.object({ email: z.string() }),
    ({ email }) =>
      `This order was made with ${email}. Please log in to the account of that address.`,
  ),
  colour_missing: 'This colour is no longer sold.',
  link_of_other_account:
    'This link belongs to another account. Please log in to that account, then press the button again.',
  login_code_expired: 'This code has expired. Please ask for a new one.',
  login_code_guessed: 'This code was tried too often. Please ask for a new one.',
  login_code_used: 'This code has been used. Please ask for a new one.',
  in_stock: 'It is back in stock. Please reload the page.',
  last_manager:
    'You are the only manager of the studio. Please make a colleague a manager before you close your account.',
  order_not_claimable: 'This link is incomplete or has expired.',
  payment_under_way:
    'A payment or refund of yours is not finished yet. Please close your account once it is.',
  session_ended: 'Please log in again.',
} satisfies Words;
