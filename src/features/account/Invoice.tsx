import { company } from '#brand/company.ts';
import { discountLabel } from '#domain/cart/discount-label.ts';
import { discountText, formatPounds, pence, timesPence } from '#domain/money/money.ts';
import type { Pence } from '#domain/money/money.ts';
import { orderDate, shippingText } from '#domain/orders/order.ts';
import { priceText } from '#domain/money/shown-price.ts';
import type { Order } from '#domain/orders/order.ts';
import { PaperHead, Parties, Sum } from '#ui/paper/paper-parts.tsx';

/** The amount charged after refunds. */
function keptOf({ total, refunded }: Order): Pence {
  return pence(total - refunded);
}

/** An invoice for the shopper's records. */
export function Invoice({ order }: { order: Order }) {
  const discount = discountLabel(order);
  return (
    <>
      <PaperHead />
      <h1>
        {company.vatNumber === null ? 'Invoice' : 'VAT invoice'} for order {order.id}
      </h1>
      <p>
        {orderDate(order.createdAt)}, paid {order.paidBy} at the time of the order
      </p>
      <Parties name={order.billingName} email={order.email} delivery={order.delivery} />
      <table>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Price</th>
            <th scope="col">Quantity</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.variantId}>
              <td>
                {item.name}, {item.colour}
                {item.became.map(({ quantity, name, order: other }) =>
                  other === null ? '' : `; ${quantity} became ${name}, in order ${other}`,
                )}
              </td>
              <td>{priceText(item.price, order.taxPercent)}</td>
              <td>{item.quantity}</td>
              <td>{formatPounds(timesPence(item.price, item.quantity))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Sum label="Subtotal" sum={formatPounds(order.subtotal)} />
          {order.changed !== 0 && (
            <Sum label="Paid for dearer pieces before" sum={formatPounds(order.changed)} />
          )}
          {discount !== null && <Sum label={discount} sum={discountText(order.discount)} />}
          {order.insidePercent === 0 && (
            <Sum label={`Tax (${order.taxPercent}%)`} sum={formatPounds(order.tax)} />
          )}
          <Sum label={order.shippingName} sum={shippingText(order.shipping)} />
          {order.adjustment !== 0 && (
            <Sum label="Adjustment" sum={formatPounds(order.adjustment)} />
          )}
          <Sum label="Total" sum={formatPounds(order.total)} total />
          {order.giftCard !== null && (
            <Sum
              label={`Paid by gift card ending ${order.giftCard.end}`}
              sum={discountText(order.giftCard.paid)}
            />
          )}
          {order.taxInside > 0 && (
            <Sum
              label={`Of it tax (${order.insidePercent}%)`}
              sum={formatPounds(order.taxInside)}
            />
          )}
          {order.refunds.map((refund) => (
            <Sum
              key={refund.at}
              label={`Refunded on ${orderDate(refund.at)}`}
              sum={formatPounds(pence(-refund.amount))}
            />
          ))}
          {order.refunds.length > 0 && (
            <Sum label="After refunds" sum={formatPounds(keptOf(order))} total />
          )}
        </tfoot>
      </table>
    </>
  );
}
