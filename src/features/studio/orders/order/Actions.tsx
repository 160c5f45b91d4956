import type { StaffOrder } from '#domain/contracts/staff-orders.ts';
import { Button } from '../../kit/Button.tsx';
import { momentText } from '../../kit/day-text.ts';
import { type DialogAction, DialogButtons } from '../../kit/DialogButtons.tsx';
import { useMay } from '../../kit/may.ts';
import { addressOf } from '../../kit/place.ts';
import { ActButtons } from './ActButtons.tsx';
import { type Decision, decisionOf } from './decisions.tsx';
import {
  AddPiecesDialog,
  CancelDialog,
  CreateReturnDialog,
  DispatchDialog,
  EditOrderDialog,
  ExchangeDialog,
  NoteDialog,
  OrderMessageDialog,
  RefundDialog,
  ReplaceDialog,
} from './later-dialogs.ts';
import { returnableUnits } from './order-texts.ts';
import type { Open } from './use-order-form.ts';

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

/** Opens the dialog that dispatches the order; null while nothing may leave or for users who do not pack. */
export function useDispatchDialog({ order, open }: OrderPart): (() => void) | null {
  const may = useMay();
  const { order: number, units_to_send, status, waits_for } = order;
  const mayLeave = number !== null && units_to_send > 0 && waits_for === null;
  if (!may('pack') || !mayLeave || STOPPED.has(status)) return null;
  return () => open((frame) => <DispatchDialog {...frame} />);
}

/**
 * Actions on the whole order: the two that are due as buttons, the others in a menu. Due is what its reasons for
 * attention call for (`Whys`), else dispatch, else an answer to the shopper.
 */
export function Actions({ order, open }: OrderPart) {
  const { money, units_to_send, status } = order;
  const may = useMay();
  const dispatch = useDispatchDialog({ order, open });
  const isStopped = STOPPED.has(status) || order.waits_for !== null;
  const mayRefund = may('move_money') && money !== null && order.order !== null;
  const mayAnswer = may('answer_shoppers');
  const isReturnable = order.lines.some((line) => returnableUnits(line) > 0);
  const due = order.whys
    .flatMap((why) => decisionOf(why, order, may('move_money')).acts ?? [])
    .filter((one) => one && may(one[0])).length;
  const room = dispatch === null ? Math.max(0, 2 - due) : 0;
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
      <DialogButtons actions={actions} room={room} open={open} />
      {mayRefund && money.disputed && (
        <p className="studio-soft">
          The payment is disputed: nothing is sent again or exchanged until that is decided.
        </p>
      )}
    </div>
  );
}

function Decision({ of: { text, link, acts }, open }: { of: Decision; open: Open }) {
  return (
    <ActButtons acts={acts ?? []} open={open}>
      {text && <span>{text}</span>}
      {link && (
        <a className="link" href={link} target="_blank" rel="noreferrer">
          Respond in Stripe
        </a>
      )}
    </ActButtons>
  );
}

/** Reasons for attention, with their actions. */
export function Whys({ order, open }: OrderPart) {
  const may = useMay();
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
          <Decision of={decisionOf(why, order, may('move_money'))} open={open} />
        </li>
      ))}
    </ul>
  );
}
