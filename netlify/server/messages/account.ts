import type { Words } from './messages.ts';

/** Refusals about shoppers' accounts and requests. */
export const account = {
  account_missing: 'Please log in again.',
  account_required: 'You are shopping as a guest. Please log in to an account for this.',
  address_stays: 'The address of an account cannot be changed.',
  claim_of_other_address:
    'This order was made with another address. Please log in to the account of that address.',
  colour_missing: 'This colour is no longer sold.',
  email_taken: 'Email already exists.',
  guest_stays_guest: 'A guest’s login does not become an account. Please register.',
  link_of_other_account:
    'This link belongs to another account. Please log in to that account, then press the button again.',
  login_code_expired: 'This code has expired. Please ask for a new one.',
  login_code_guessed: 'This code was tried too often. Please ask for a new one.',
  login_code_used: 'This code has been used. Please ask for a new one.',
  in_stock: 'It is back in stock. Please reload the page.',
  last_manager:
    'You are the only manager of the studio. Please make a colleague a manager before you close your account.',
  metadata_too_long: 'This is too long.',
  order_not_claimable: 'This link is incomplete or has expired.',
  password_stays: 'Choose a new password by the link that “Forgot password?” e-mails you.',
  payment_under_way:
    'A payment or refund of yours is not finished yet. Please close your account once it is.',
  second_factor_keeps_password:
    'This account has an authenticator app, without which its password cannot be replaced. Have the app reset first, then ask for a new link.',
  second_factor_not_ours: 'Add an authenticator app in the studio.',
  session_ended: 'Please log in again.',
  username_required: 'Choose a username of at most 50 visible characters.',
  username_taken: 'Username already exists.',
  username_stays: 'A username cannot be changed.',
} satisfies Words;
