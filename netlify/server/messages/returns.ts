import type { Words } from './messages.ts';

/** Refusals of returns and withdrawals; `return_…` by the state that a return has. */
export const returns = {
  link_needed:
    'A withdrawal from this order was undone. To withdraw from it, please use the link in our e-mails about it.',
  not_a_fault: 'Photos can only be added to returns of items that are defective or wrong.',
  not_sent: 'Nothing in this order has left yet. It can be cancelled instead.',
  not_withdrawn: 'There is no withdrawal left to undo.',
  nothing_received: 'Enter how many units came back.',
  nothing_to_return: 'There is nothing left in this order to send back.',
  photo_unknown: 'This photo no longer exists.',
  reason_missing: {
    shopper: 'Please say what is wrong with it.',
    staff: 'Enter a reason. The shopper will read it.',
  },
  restocked: 'Some of it is back in stock, so it cannot be refused. Settle it instead.',
  return_asked: 'Nothing from this return has been received yet.',
  return_called_off: 'This return was called off already.',
  return_received: {
    shopper: 'Your parcel has arrived with us, so this return can no longer be called off.',
    staff: 'This return has been received.',
  },
  return_refused: {
    shopper: 'This return is finished.',
    staff: 'This return was refused.',
  },
  return_settled: {
    shopper: 'This return is finished.',
    staff: 'This return is already settled.',
  },
  return_unknown: 'There is no such return.',
  too_many_photos: 'A return has at most five photos.',
  too_many_units: {
    shopper: 'That is more than can be sent back. Please load the page again.',
    staff: 'That is more than can come back. Enter fewer units.',
  },
  window_over:
    'The time to send it back is over. If something is wrong with it, please write to us.',
  withdrawal_declared:
    'We have a withdrawal from this order already. The e-mail about it says when it is cancelled.',
} satisfies Words;
