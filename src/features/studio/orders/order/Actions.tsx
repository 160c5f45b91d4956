import type { StaffAct } from '#domain/enums.ts';
import type { StaffOrder } from '#domain/contracts/staff-orders.ts';
import { Button } from '../../kit/Button.tsx';
import { momentText } from '../../kit/day-text.ts';
import { type DialogAction, DialogButtons } from '../../kit/DialogButtons.tsx';
import { useMay } from '../../kit/may.ts';
import { addressOf } from '../../kit/place.ts';
import type { Open } from './use-order-form.ts';
import {
  AddPiecesDialog,
  CancelDialog,
  CreateReturnDialog,
  DispatchDialog,
  EditOrderDialog,
  EndLinkDialog,
  ExchangeDialog,
  NoteDialog,
  OrderMessageDialog,
  ReceiveReturnDialog,
  RefundAttemptDialog,
  RefundDialog,
  ReplaceDialog,
  ResendDialog,
  RetryPaymentDialog,
  ReviewDialog,
  SettlePaymentDialog,
  SettleReturnDialog,
} from './later-dialogs.ts';
import { returnableUnits } from './order-texts.ts';
import { stripeLink } from './stripe-link.ts';

export interface OrderPart {
  order: StaffOrder;
  open: Open;
}

/** Statuses that forbid dispatch. */
const STOPPED = new Set(['disputed', 'refunded', 'cancelled']);

/** Reasons that wait for someone outside the shop; all others need a decision here. */
const WAITING = new Set([
  'return_asked',
  'payment_awaited',
  'refund_needs_shopper',
  'withdrawal_declared',
  'link_open',
]);

interface ActProps {
  /** The act without which the button is hidden. */
  act: StaffAct;
  text: string;
  /** Completes the accessible name where several buttons have the same text. */
  about?: string;
  onClick: () => void;
}

/** A button within a section of the page. */
export function Act({ act, text, about, onClick }: ActProps) {
  const may = useMay();
  if (!may(act)) return null;
  return (
    <Button look="small" opensDialog onClick={onClick}>
      {text}
      {about !== undefined && <span className="sr-only"> {about}</span>}
    </Button>
  );
}

/** Opens the dialog that dispatches the order; null while nothing may leave or for users who do not pack. */
export function useDispatchDialog({ order, open }: OrderPart): (() => void) | null {
  const may = useMay();
  const { order: number, units_to_send, status, waits_for } = order;
  const mayLeave = number !== null && units_to_send > 0 && waits_for === null;
  if (!may('pack') || !mayLeave || STOPPED.has(status)) return null;
  return () => open((frame) => <DispatchDialog {...frame} />);
}

/** Actions on the whole order: two as buttons, the others in a menu. */
export function Actions({ order, open }: OrderPart) {
  const { money, units_to_send, status } = order;
  const may = useMay();
  const dispatch = useDispatchDialog({ order, open });
  const isStopped = STOPPED.has(status) || order.waits_for !== null;
  const mayRefund = may('move_money') && money !== null && order.order !== null;
  const mayAnswer = may('answer_shoppers');
  const isReturnable = order.lines.some((line) => returnableUnits(line) > 0);
  const actions: DialogAction<Parameters<Open>[0]>[] = [
    ['Create a return', mayAnswer && isReturnable, (frame) => <CreateReturnDialog {...frame} />],
    [
      'Write a message',
      mayAnswer && order.shopper.email !== '' && order.money_status !== 'awaiting_payment',
      (frame) => <OrderMessageDialog {...frame} />,
    ],
    ['Add a note', mayAnswer, (frame) => <NoteDialog {...frame} />],
    [
      'Edit order',
      mayRefund && units_to_send > 0 && !isStopped,
      (frame) => <EditOrderDialog {...frame} />,
    ],
    [
      'Add pieces',
      mayRefund &&
        units_to_send > 0 &&
        !isStopped &&
        order.replaces === null &&
        order.gift === null &&
        order.exchange_of === null,
      (frame) => <AddPiecesDialog {...frame} />,
    ],
    [
      'Refund',
      mayRefund && money.rest_pence > 0 && !money.refunds_wait,
      (frame) => <RefundDialog {...frame} />,
    ],
    [
      'Send again',
      mayRefund && !money.disputed && order.lines.some(({ replaceable }) => replaceable > 0),
      (frame) => <ReplaceDialog {...frame} />,
    ],
    [
      'Exchange',
      mayRefund &&
        !money.disputed &&
        isReturnable &&
        order.replaces === null &&
        order.gift === null &&
        order.exchange_of === null,
      (frame) => <ExchangeDialog {...frame} />,
    ],
    ['Cancel', mayRefund && units_to_send > 0, (frame) => <CancelDialog {...frame} />],
  ];
  return (
    <div className="order-actions">
      {dispatch !== null && (
        <>
          <Button look="main" opensDialog onClick={dispatch}>
            Dispatch
          </Button>
          <a
            className="button-quiet"
            target="_blank"
            href={addressOf({ at: 'print', print: 'slips', orders: [order.order ?? 0] })}
          >
            Print slip
          </a>
        </>
      )}
      <DialogButtons actions={actions} room={dispatch === null ? 2 : 0} open={open} />
      {mayRefund && money.disputed && (
        <p className="studio-soft">
          The payment is disputed: nothing is sent again or exchanged until that is decided.
        </p>
      )}
    </div>
  );
}

interface DecisionProps extends OrderPart {
  why: StaffOrder['whys'][number];
}

/** The money of an order; null for users who may not move it. */
function useMoney({ money }: StaffOrder): StaffOrder['money'] {
  const may = useMay();
  return may('move_money') ? money : null;
}

function ReviewDecision({ order, open }: OrderPart) {
  const money = useMoney(order);
  if (money === null) return <span>A manager decides.</span>;
  return (
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
}

/** A failed refund of a payment without an order. */
function PaymentDecision({ order: { money }, open }: OrderPart) {
  return (
    <>
      {!money?.refunds_wait && (
        <Act
          act="move_money"
          text="Retry"
          onClick={() => open((frame) => <RetryPaymentDialog {...frame} />)}
        />
      )}
      <Act
        act="move_money"
        text="Refunded outside Stripe"
        onClick={() => open((frame) => <SettlePaymentDialog {...frame} what="settle_payment" />)}
      />
    </>
  );
}

function RefundDecision({ why, order, open }: DecisionProps) {
  const money = useMoney(order);
  if (money === null) return <span>A manager decides.</span>;
  if (order.order === null) return <PaymentDecision order={order} open={open} />;
  const refund = money.refunds.find(({ id }) => id === why.id);
  if (!refund) return null;
  return (
    <>
      {refund.state !== 'given_up' && !money.refunds_wait && (
        <Act
          act="move_money"
          text="Retry"
          onClick={() =>
            open((frame) => <RefundAttemptDialog {...frame} refund={refund} what="retry" />)
          }
        />
      )}
      <Act
        act="move_money"
        text={refund.state === 'given_up' ? 'Leave as given up' : 'Give up'}
        onClick={() =>
          open((frame) => <RefundAttemptDialog {...frame} refund={refund} what="give_up" />)
        }
      />
    </>
  );
}

function ReturnDecision({ why, order, open }: DecisionProps) {
  const money = useMoney(order);
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
  if (money?.refunds_wait) return <span>It can be settled once the dispute is decided.</span>;
  if (money === null) return <span>A manager settles it.</span>;
  return (
    <Act
      act="move_money"
      text="Settle"
      onClick={() => open((frame) => <SettleReturnDialog {...frame} back={back} />)}
    />
  );
}

function Decision({ why, order, open }: DecisionProps) {
  const money = useMoney(order);
  switch (why.kind) {
    case 'review':
      return <ReviewDecision order={order} open={open} />;
    case 'refund_surplus':
      return money === null ? (
        <span>A manager decides.</span>
      ) : (
        <Act
          act="move_money"
          text="Close over-refund"
          onClick={() => open((frame) => <SettlePaymentDialog {...frame} what="close_surplus" />)}
        />
      );
    case 'refund_failed':
      return <RefundDecision why={why} order={order} open={open} />;
    case 'mail_parked': {
      const mail = order.mails.find(({ id }) => id === why.id);
      return (
        mail && (
          <Act
            act="answer_shoppers"
            text="Resend"
            onClick={() => open((frame) => <ResendDialog {...frame} mail={mail} />)}
          />
        )
      );
    }
    case 'link_open':
      return (
        <Act
          act="move_money"
          text="Call off"
          onClick={() => open((frame) => <EndLinkDialog {...frame} />)}
        />
      );
    case 'return_asked':
    case 'return_received':
      return <ReturnDecision why={why} order={order} open={open} />;
    case 'dispute': {
      const link = order.money && stripeLink(order.money);
      return (
        link && (
          <a className="link" href={link} target="_blank" rel="noreferrer">
            Respond in Stripe
          </a>
        )
      );
    }
    default:
      return null;
  }
}

/** Reasons for attention, with their actions. */
export function Whys({ order, open }: OrderPart) {
  if (order.whys.length === 0) return null;
  return (
    <ul className="order-whys" aria-label="Needs attention">
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
