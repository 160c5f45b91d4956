import { formatPounds } from '#domain/money/money.ts';
import { dayText } from '#domain/orders/order-promise.ts';
import { orderDate } from '#domain/orders/order.ts';
import type { Order, OrderParcel, OrderRefund } from '#domain/orders/order.ts';

function Parcel({ parcel }: { parcel: OrderParcel }) {
  const { carrier, trackingNumber, trackingLink, deliveredAt, expected, sentAt, items } = parcel;
  return (
    <li className="border-t border-bone-deep py-3">
      <p className="font-medium">
        {deliveredAt === null
          ? `Sent on ${orderDate(sentAt)} with ${carrier}`
          : `Delivered on ${orderDate(deliveredAt)}`}
      </p>
      {expected !== null && <p className="text-sm">Estimated arrival: {expected}</p>}
      <p className="text-sm text-ink-soft wrap-anywhere">{items.join('; ')}</p>
      {trackingNumber !== null && (
        <p className="text-sm wrap-anywhere">
          {trackingLink === null ? (
            `Tracking number ${trackingNumber}`
          ) : (
            <a
              className="link inline-block py-1"
              href={trackingLink}
              target="_blank"
              rel="noopener noreferrer"
            >
              Follow the parcel: {trackingNumber}
            </a>
          )}
        </p>
      )}
    </li>
  );
}

/** A refund's progress: "£10.00 is on its way, by Friday 4 December". */
function refundText({ arrived, needsShopper, by, ...refund }: OrderRefund): string {
  const pounds = formatPounds(refund.amount);
  if (needsShopper) {
    return `${pounds}: your bank could not take it back. You have an e-mail that asks for your details.`;
  }
  return arrived
    ? `${pounds} was refunded. It is on your account by ${dayText(by)}.`
    : `${pounds} is on its way, and on your account by ${dayText(by)}.`;
}

/** An order's history: parcels with tracking links, refunds, and each event with its day. */
export function OrderHistory({ order }: { order: Order }) {
  const { parcels, refunds, owed, refundFailed, timeline } = order;
  return (
    <div className="grid gap-4 pt-4">
      {parcels.length > 0 && (
        <ul>
          {parcels.map((parcel) => (
            <Parcel key={parcel.sentAt + (parcel.trackingNumber ?? '')} parcel={parcel} />
          ))}
        </ul>
      )}
      {refunds.map((refund) => (
        <div key={refund.at} className="wrap-anywhere">
          <p>{refundText(refund)}</p>
          {refund.deduction > 0 && (
            <p>
              {formatPounds(refund.deduction)} was deducted for use: {refund.deductionReason}
            </p>
          )}
        </div>
      ))}
      {owed > 0 && (
        <p>
          {refundFailed
            ? `We owe you ${formatPounds(owed)}: your bank or card did not take the refund. We keep trying. Is the card closed? Answer one of our e-mails.`
            : `We owe you ${formatPounds(owed)}, and are paying it back.`}
        </p>
      )}
      {timeline.length > 1 && (
        <details>
          <summary className="link inline-block cursor-pointer py-1">
            What happened so far<span className="sr-only">, order {order.id}</span>
          </summary>
          <ol className="grid gap-2 pt-2">
            {timeline.map(({ at, text }) => (
              <li key={at + text} className="grid grid-cols-[8.5rem_1fr] gap-x-3 text-sm">
                <time dateTime={at} className="text-ink-soft tabular-nums">
                  {orderDate(at)}
                </time>
                <span className="wrap-anywhere">{text}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
