import { useRef, useState } from 'react';
import { discountLabel } from '#domain/cart/discount-label.ts';
import { discountText, formatPounds } from '#domain/money/money.ts';
import { orderDate, orderStatusText, shippingText } from '#domain/orders/order.ts';
import type { Order } from '#domain/orders/order.ts';
import { termsAddress } from '#domain/paths/terms-address.ts';
import { insideText } from '#domain/money/shown-price.ts';
import { creditNoteTitle } from '#domain/money/credit-note.ts';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { SummaryRow } from '#ui/islands/SummaryRow.tsx';
import { CancelOrder } from './CancelOrder.tsx';
import type { OrderActs } from './order-acts.ts';
import { KeepOrder } from './KeepOrder.tsx';
import { OrderAgain } from './OrderAgain.tsx';
import { BoughtItem } from './BoughtItem.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { Invoice } from './Invoice.tsx';
import { ReturnItems } from './ReturnItems.tsx';
import { ReturnNote } from './ReturnNote.tsx';
import type { PickedPhoto } from './use-picked-photos.ts';
import { CreditNotePaper } from '#ui/paper/CreditNotePaper.tsx';
import { PrintPaper } from '#ui/paper/PrintPaper.tsx';

interface Props {
  order: Order;
  acts: OrderActs;
  /** Whether it is in the shopper's account, where it can be ordered again. */
  owned: boolean;
}

/** Photos chosen along with a return. */
interface Picked {
  of: number | undefined;
  photos: readonly PickedPhoto[];
}

const underWay: ReadonlySet<string> = new Set(['asked', 'received']);

/** An order's events and available actions, for its owner or anyone with the link in its e-mails. */
export function OrderCard({ order: loaded, acts, owned }: Props) {
  const [order, setOrder] = useState(loaded);
  const [picked, setPicked] = useState<Picked>({ of: undefined, photos: [] });
  const [news, setNews] = useState('');
  const { id } = order;
  const heading = useRef<HTMLHeadingElement>(null);

  const discount = discountLabel(order);

  /** The pressed button is gone, so move the focus to the order. */
  function onChange(changed: Order): void {
    setOrder(changed);
    setNews('');
    heading.current?.focus();
  }

  /**
   * Shows the order's current state if an action is rejected because of a change in another tab or by
   * staff.
   */
  async function orCatchUp<Answer>(
    call: Promise<Answer>,
    isGone: (now: Order) => boolean,
  ): Promise<Answer> {
    try {
      return await call;
    } catch (error) {
      const now =
        error instanceof ApiError && error.status === 409
          ? await acts.show().catch(() => null)
          : null;
      if (now && isGone(now)) {
        onChange(now);
        setNews(messageOf(error));
      } else if (now) setOrder(now);
      throw error;
    }
  }
  const watched: OrderActs = {
    ...acts,
    keep: (event) => orCatchUp(acts.keep(event), ({ cancelsAt }) => cancelsAt === null),
    foreseeCancel: () => orCatchUp(acts.foreseeCancel(), ({ canCancel }) => !canCancel),
    cancel: (event, refund) => orCatchUp(acts.cancel(event, refund), ({ canCancel }) => !canCancel),
    askReturn: (event, wish) =>
      orCatchUp(acts.askReturn(event, wish), ({ canReturn }) => !canReturn),
  };
  const acting = { order, acts: watched, onChange };

  /** The new return is the latest. */
  function onAsked(changed: Order, photos: readonly PickedPhoto[]): void {
    setPicked({ of: changed.returns.at(-1)?.id, photos });
    onChange(changed);
  }

  return (
    <li
      className="grid gap-x-16 gap-y-6 border-t border-bone-deep py-8 lg:grid-cols-[1fr_20rem] lg:items-start"
      aria-labelledby={`order-${id}`}
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 pb-3">
          <h3 ref={heading} id={`order-${id}`} className="heading" tabIndex={-1}>
            Order {id}
          </h3>
          <p className="text-ink-soft">
            <time dateTime={order.createdAt}>{orderDate(order.createdAt)}</time>
          </p>
        </div>
        <ul>
          {order.items.map((item) => (
            <BoughtItem key={item.variantId} item={item} owned={owned} tax={order.taxPercent} />
          ))}
        </ul>
        <OrderHistory order={order} />
      </div>
      <div className="grid gap-6">
        <div className="grid gap-2">
          <output className="eyebrow block">{orderStatusText(order)}</output>
          <output>{news !== '' && <span className="message-error">{news}</span>}</output>
          {order.promise !== null && <p className="text-balance">{order.promise}</p>}
          {order.afterReturns.map((back) => (
            <p key={back.code} className="text-balance">
              After return <span className="whitespace-nowrap">{back.code}</span> of order{' '}
              {back.order}
            </p>
          ))}
        </div>
        {order.cancelsAt !== null && (
          <KeepOrder cancelsAt={order.cancelsAt} acts={watched} onChange={onChange} />
        )}
        <dl className="grid gap-3">
          <SummaryRow label="Subtotal">{formatPounds(order.subtotal)}</SummaryRow>
          {order.changed !== 0 && (
            <SummaryRow label="Paid for dearer pieces before">
              {formatPounds(order.changed)}
            </SummaryRow>
          )}
          {discount !== null && (
            <SummaryRow label={discount}>{discountText(order.discount)}</SummaryRow>
          )}
          {order.insidePercent === 0 && (
            <SummaryRow label="Tax">{formatPounds(order.tax)}</SummaryRow>
          )}
          <SummaryRow label={order.shippingName}>{shippingText(order.shipping)}</SummaryRow>
          {order.adjustment !== 0 && (
            <SummaryRow label="Adjustment">{formatPounds(order.adjustment)}</SummaryRow>
          )}
          <SummaryRow total label="Total">
            {formatPounds(order.total)}
          </SummaryRow>
          {order.giftCard !== null && (
            <>
              <SummaryRow label={`Gift card ending ${order.giftCard.end}`}>
                {discountText(order.giftCard.paid)}
              </SummaryRow>
              <SummaryRow label="Left on it">{formatPounds(order.giftCard.left)}</SummaryRow>
            </>
          )}
        </dl>
        {order.taxInside > 0 && (
          <p className="text-sm text-ink-soft">
            The total {insideText(order.taxInside, order.insidePercent)}.
          </p>
        )}
        <div>
          <h4 className="text-sm text-ink-soft">Goes to</h4>
          <address className="whitespace-pre-line wrap-anywhere not-italic">
            {order.delivery.join('\n')}
          </address>
          {order.duties !== null && <p className="mt-2 text-sm text-ink-soft">{order.duties}</p>}
        </div>
        {order.returns
          .filter(({ state }) => underWay.has(state))
          .map((back) => (
            <ReturnNote
              key={back.id}
              back={back}
              acts={acts}
              owned={owned}
              picked={picked.of === back.id ? picked.photos : []}
              onChange={onChange}
            />
          ))}
        <div className="grid gap-3">
          {order.canCancel && <CancelOrder {...acting} />}
          {order.canReturn && <ReturnItems order={order} acts={watched} onAsked={onAsked} />}
          <PrintPaper
            className="button-quiet w-full"
            label={
              <>
                Print Invoice<span className="sr-only">, order {id}</span>
              </>
            }
          >
            <Invoice order={order} />
          </PrintPaper>
          {order.creditNotes.map((note) => (
            <PrintPaper
              key={note.number}
              className="button-quiet w-full"
              label={`Print ${creditNoteTitle(note)}`}
            >
              <CreditNotePaper
                note={note}
                order={id}
                reference=""
                placedAt={order.createdAt}
                name={order.billingName}
                email={order.email}
                delivery={order.delivery}
              />
            </PrintPaper>
          ))}
          {owned && <OrderAgain id={id} />}
          <p>
            <a href={termsAddress(order.termsVersion)} className="link">
              The terms of this order<span className="sr-only">, order {id}</span>
            </a>
          </p>
        </div>
      </div>
    </li>
  );
}
