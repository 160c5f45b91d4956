/** Texts for an order's events, as its shopper sees them. */
import { formatPounds } from './money.ts';
import type { Pence } from './money.ts';

/** A timeline event from `order_timeline`, without the columns shoppers do not see. */
interface Happening {
  kind: string;
  actor: string;
  /** A return's code. */
  about: string | null;
  carrier: string | null;
  amount_pence: Pence | null;
  /** A refund's state. */
  state: string | null;
}

function refundText({ amount_pence, state }: Happening): string {
  const amount = amount_pence === null ? 'Money' : formatPounds(amount_pence);
  if (state === 'succeeded') return `${amount} refunded`;
  return state === 'requires_action'
    ? `${amount} to be refunded: your bank asks for your details`
    : `${amount} on its way back to you`;
}

/** An event in a few words: "Sent with Royal Mail"; null for events not shown to shoppers. */
export function timelineText(happening: Happening): string | null {
  const { kind, actor, about, carrier } = happening;
  const code = about ?? '';
  switch (kind) {
    case 'paid':
      return 'Ordered and paid';
    case 'dispatched':
      return carrier === null ? 'Sent' : `Sent with ${carrier}`;
    case 'dispatch_undone':
      return 'Not sent after all: it is still with us';
    case 'delivered':
      return 'Delivered';
    case 'swapped':
      return 'Changed, as agreed';
    case 'exchanged':
      return 'Exchanged, as agreed';
    case 'withdrawal_declared':
      return 'Withdrawn by number and address';
    case 'withdrawal_undone':
      return 'Withdrawal undone';
    case 'cancelled':
      return actor === 'shopper' ? 'Cancelled by you' : 'Cancelled by us';
    case 'refund':
      return refundText(happening);
    case 'return_asked':
      return `Return ${code} asked for`;
    case 'return_called_off':
      return `Return ${code} called off`;
    case 'return_received':
      return `Return ${code} arrived with us`;
    case 'return_refused':
      return `Return ${code} not accepted`;
    case 'return_settled':
      return `Return ${code} finished`;
    default:
      return null;
  }
}
