import { Fragment } from 'react';
import { company } from '#brand/company.ts';
import { deliveryLines } from '#domain/postal/delivery-lines.ts';
import type { OrdersForPrint } from '#domain/contracts/staff-orders.ts';
import { momentText } from '../../kit/day-text.ts';
import { addressOf } from '../../kit/place.ts';
import type { Paper } from './papers.ts';
import { QrCode } from './QrCode.tsx';
import { RETURN_DAYS } from '#domain/basics/return-periods.ts';

interface Props {
  slip: OrdersForPrint['slips'][number];
  paper: Paper;
}

type SlipOrder = Props['slip']['orders'][number];

/** The pieces and wishes of one order. */
function Pieces({ of, isGift }: { of: SlipOrder; isGift: boolean }) {
  const { gift_message, note, lines, part } = of;
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Pieces</th>
            <th scope="col">Item</th>
            <th scope="col">Colour</th>
            <th scope="col">SKU</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ variant_id, quantity, product_name, color_name, sku }) => (
            <tr key={variant_id}>
              <td>{quantity}</td>
              <td>{product_name}</td>
              <td>{color_name}</td>
              <td className="studio-sku">{sku}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {gift_message !== null && (
        <section className="studio-slip-gift" aria-label="Gift message">
          {gift_message}
        </section>
      )}
      {/* A gift's recipient does not read what the shopper wrote to the packer: the pick list has it. */}
      {!isGift && note !== null && (
        <p className="studio-slip-words">Note from the shopper: {note}</p>
      )}
      {part && <p>This is part of the order: the rest was sent earlier or cancelled.</p>}
    </>
  );
}

/** A packing slip without prices, which is also an address label where it is printed on one. One for each parcel. */
export function PackingSlip({ slip, paper }: Props) {
  const { orders, address, express, shipping_name } = slip;
  const numbers = orders.map(({ order }) => order);
  const isGift = orders.some(({ gift_message }) => gift_message !== null);
  return (
    <article
      className="studio-slip"
      data-paper={paper}
      aria-label={`Packing slip of order ${numbers.join(' and ')}`}
    >
      <header>
        <p className="studio-slip-brand">{company.brand}</p>
        <h2>Order {numbers.join(' + ')}</h2>
        {express && <p className="studio-express">{shipping_name}</p>}
        {numbers.slice(0, 1).map((order) => (
          <QrCode
            key={order}
            text={new URL(addressOf({ at: 'order', order }), location.origin).href}
            alt={`Opens order ${order}`}
          />
        ))}
      </header>
      <address>
        {deliveryLines(address).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      {orders.map((of) => (
        <Fragment key={of.order}>
          <p>
            {orders.length > 1 && <b>Order {of.order}. </b>}
            Ordered {momentText(of.placed_at)}
            {!express && ` · ${shipping_name}`}
          </p>
          <Pieces of={of} isGift={isGift} />
        </Fragment>
      ))}
      <p className="studio-slip-note">
        Not right? You can send it back within {RETURN_DAYS} days of delivery. Request a return in
        your account, or by the link in your e-mail, and write its code on the parcel.
      </p>
      <p className="studio-slip-sender">If undelivered, return to: {company.returnsAddress}</p>
    </article>
  );
}
