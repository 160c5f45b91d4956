/** Texts for an order's events, as its shopper sees them. */
import { formatPounds } from '../money/money.ts';
import type { Pence } from '../money/money.ts';

/** A timeline event from `order_timeline`, without the columns shoppers do not see. */
interface Happening {
  kind: string;
  actor: string;
  /** A return's code; `gift card` for a refund to one. */
  about: string | null;
  carrier: string | null;
  amount_pence: Pence | null;
  /** Deducted for use from a return, for the reason in `text`. */
  deduction_pence: Pence | null;
  /** A refund's state. */
  state: string | null;
  text: string | null;
}

/** The deduction of a settled return, "£12.50 deducted for use: worn soles"; `''` for none. */
export function deductionText({
  deduction_pence,
  text,
}: Pick<Happening, 'deduction_pence' | 'text'>): string {
  if (!deduction_pence) return '';
  return `${formatPounds(deduction_pence)} deducted for use${text === null ? '' : `: ${text}`}`;
}

function refundText({ amount_pence, state, about }: Happening): string {
  const amount = amount_pence === null ? 'Money' : formatPounds(amount_pence);
  if (about === 'gift card') return `${amount} refunded to a gift card`;
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
      return [`Return ${code} finished`, deductionText(happening)].filter(Boolean).join(', ');
    default:
      return null;
  }
}
