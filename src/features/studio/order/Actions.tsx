import type { StaffAct } from '#domain/enums.ts';
import type { StaffOrder } from '#domain/wire/staff-orders.ts';
import { momentText } from '../day-text.ts';
import { useMay } from '../may.ts';
import { addressOf } from '../place.ts';
import {
  CancelDialog,
  RefundAttemptDialog,
  RefundDialog,
  RetryPaymentDialog,
  ReviewDialog,
  SettlePaymentDialog,
} from './money-dialogs.tsx';
import type { Open } from './ActionDialog.tsx';
import { returnableUnits } from './order-texts.ts';
import { DispatchDialog } from './pack-dialogs.tsx';
import { AskReturnDialog, ReceiveReturnDialog, SettleReturnDialog } from './return-dialogs.tsx';
import { stripeLink } from './stripe-link.ts';
import { NoteDialog, ResendDialog } from './word-dialogs.tsx';

interface Props {
  order: StaffOrder;
  open: Open;
}

/** Nothing of such an order may leave. */
const STOPPED = new Set(['disputed', 'refunded', 'cancelled']);

/** What waits for somebody else; the rest for a decision here. */
const WAITING = new Set([
  'return_asked',
  'payment_awaited',
  'refund_needs_shopper',
  'withdrawal_declared',
]);

interface ActProps {
  /** The act without which the button is hidden. */
  act: StaffAct;
  text: string;
  /** For several buttons of the same text: what it is about, for who cannot see where it is. */
  about?: string;
  onClick: () => void;
}

/** A button of a part of the page. */
export function Act({ act, text, about, onClick }: ActProps) {
  const may = useMay();
  if (!may(act)) return null;
  return (
    <button type="button" className="studio-small" aria-haspopup="dialog" onClick={onClick}>
      {text}
      {about !== undefined && <span className="sr-only"> {about}</span>}
    </button>
  );
}

/** What can be done with all of the order. */
export function Actions({ order, open }: Props) {
  const { money, units_to_send, status } = order;
  const may = useMay();
  const mayLeave = may('pack') && order.order !== null && units_to_send > 0 && !STOPPED.has(status);
  const mayRefund = may('move_money') && money !== null && order.order !== null;
  return (
    <div className="order-actions">
      {mayLeave && (
        <>
          <button
            type="button"
            className="button"
            aria-haspopup="dialog"
            onClick={() => open((frame) => <DispatchDialog {...frame} />)}
          >
            Dispatch
          </button>
          <a
            className="button-quiet"
            target="_blank"
            href={addressOf({ at: 'print', print: 'slips', orders: [order.order ?? 0] })}
          >
            Print slip
          </a>
        </>
      )}
      {mayRefund && units_to_send > 0 && (
        <button
          type="button"
          className="button-quiet"
          aria-haspopup="dialog"
          onClick={() => open((frame) => <CancelDialog {...frame} />)}
        >
          Cancel
        </button>
      )}
      {mayRefund && money.rest_pence > 0 && !money.refunds_wait && (
        <button
          type="button"
          className="button-quiet"
          aria-haspopup="dialog"
          onClick={() => open((frame) => <RefundDialog {...frame} />)}
        >
          Refund
        </button>
      )}
      {may('answer_shoppers') && order.lines.some((line) => returnableUnits(line) > 0) && (
        <button
          type="button"
          className="button-quiet"
          aria-haspopup="dialog"
          onClick={() => open((frame) => <AskReturnDialog {...frame} />)}
        >
          Announce a return
        </button>
      )}
      {may('answer_shoppers') && (
        <button
          type="button"
          className="button-quiet"
          aria-haspopup="dialog"
          onClick={() => open((frame) => <NoteDialog {...frame} />)}
        >
          Add a note
        </button>
      )}
    </div>
  );
}

function Decision({ why, order, open }: Props & { why: StaffOrder['whys'][number] }) {
  const may = useMay();
  const money = may('move_money') ? order.money : null;
  switch (why.kind) {
    case 'review':
      return money === null ? (
        <span>A manager decides.</span>
      ) : (
        <>
          {money.refunds_wait && <span>It can be refunded once the dispute is decided.</span>}
          <Act
            act="move_money"
            text="Accept"
            onClick={() => open((frame) => <ReviewDialog {...frame} decision="accept" />)}
          />
          {!money.refunds_wait && (
            <Act
              act="move_money"
              text="Refund"
              onClick={() => open((frame) => <ReviewDialog {...frame} decision="refund" />)}
            />
          )}
        </>
      );
    case 'refund_surplus':
      return money === null ? (
        <span>A manager decides.</span>
      ) : (
        <Act
          act="move_money"
          text="Close it"
          onClick={() => open((frame) => <SettlePaymentDialog {...frame} what="close_surplus" />)}
        />
      );
    case 'refund_failed': {
      if (money === null) return <span>A manager decides.</span>;
      if (order.order === null) {
        return (
          <>
            {!money.refunds_wait && (
              <Act
                act="move_money"
                text="Try again"
                onClick={() => open((frame) => <RetryPaymentDialog {...frame} />)}
              />
            )}
            <Act
              act="move_money"
              text="Paid in another way"
              onClick={() =>
                open((frame) => <SettlePaymentDialog {...frame} what="settle_payment" />)
              }
            />
          </>
        );
      }
      const refund = money.refunds.find(({ id }) => id === why.id);
      if (!refund) return null;
      return (
        <>
          {refund.state !== 'given_up' && !money.refunds_wait && (
            <Act
              act="move_money"
              text="Try again"
              onClick={() =>
                open((frame) => <RefundAttemptDialog {...frame} refund={refund} what="retry" />)
              }
            />
          )}
          <Act
            act="move_money"
            text={refund.state === 'given_up' ? 'Leave it given up' : 'Give up'}
            onClick={() =>
              open((frame) => <RefundAttemptDialog {...frame} refund={refund} what="give_up" />)
            }
          />
        </>
      );
    }
    case 'mail_parked': {
      const mail = order.mails.find(({ id }) => id === why.id);
      return (
        mail && (
          <Act
            act="answer_shoppers"
            text="Send again"
            onClick={() => open((frame) => <ResendDialog {...frame} mail={mail} />)}
          />
        )
      );
    }
    case 'return_asked':
    case 'return_received': {
      const back = order.returns.find(({ id }) => String(id) === why.id);
      if (!back) return null;
      if (back.state === 'asked') {
        return (
          <Act
            act="pack"
            text="Receive"
            onClick={() => open((frame) => <ReceiveReturnDialog {...frame} back={back} />)}
          />
        );
      }
      if (money?.refunds_wait) return <span>It is settled once the dispute is decided.</span>;
      return money === null ? (
        <span>A manager settles it.</span>
      ) : (
        <Act
          act="move_money"
          text="Settle"
          onClick={() => open((frame) => <SettleReturnDialog {...frame} back={back} />)}
        />
      );
    }
    case 'dispute': {
      const link = order.money && stripeLink(order.money);
      return (
        link && (
          <a className="link" href={link} target="_blank" rel="noreferrer">
            Answer it at Stripe
          </a>
        )
      );
    }
    default:
      return null;
  }
}

/** What waits for somebody, each with what can be done about it. */
export function Whys({ order, open }: Props) {
  if (order.whys.length === 0) return null;
  return (
    <ul className="order-whys" aria-label="What waits">
      {order.whys.map((why) => (
        <li key={`${why.kind} ${why.id}`} data-decide={WAITING.has(why.kind) ? undefined : ''}>
          <p>
            {why.text}
            {why.due_by !== null && (
              <span className="studio-late">
                By <time dateTime={why.due_by}>{momentText(why.due_by)}</time>
              </span>
            )}
          </p>
          <div className="order-acts">
            <Decision why={why} order={order} open={open} />
          </div>
        </li>
      ))}
    </ul>
  );
}
