import type { Words } from './messages.ts';

/** Refusals about customers, and messages to them. */
export const customers = {
  customer_unknown: 'There is no such customer. They may have been erased or merged.',
  customer_works_here:
    'This account belongs, or belonged, to a colleague: it is neither erased nor merged here.',
  merge_erased:
    'None of these orders has a login any more: the account was closed, or the guest’s login has ended. They stay where they are.',
  merge_into_other:
    'These orders can only join the account of another address. Log in to it, and open the link again.',
  merge_needs_account: 'Choose an account into which the orders are moved.',
  merge_over: 'This link was used already, or has expired.',
  merge_unproved: 'Nobody has confirmed the address of this account, so it may be a stranger’s.',
  message_length: 'Enter a subject, and a text of at most 5000 characters.',
  packed_already: 'Your order is packed already, so this can no longer be changed.',
  shopper_note_length: 'Use at most 300 characters.',
  template_changed: 'A colleague has changed this template since. Reload it, and change it again.',
  template_unknown: 'This template was removed.',
} satisfies Words;
