import { formatPounds, pence } from '#domain/money/money.ts';
import type { Pence } from '#domain/money/money.ts';
import { Facts } from '../../kit/Facts.tsx';
import type { Foresight } from './use-foreseen.ts';

/** The parts of the refund that an act makes, and what is left of the payment; or why they are not known. */
export function Amounts({ foreseen, problem }: Foresight) {
  if (!foreseen) return <output className="studio-soft">{problem}</output>;
  const { refund, left_pence } = foreseen;
  const parts: [name: string, part: Pence][] = [
    ['Goods', refund.goods_pence],
    ['Tax', refund.tax_pence],
    ['Delivery', refund.shipping_pence],
    ['Goodwill', refund.goodwill_pence],
    ['Deduction for use', pence(-refund.deduction_pence)],
  ];
  return (
    <Facts
      className="order-sums"
      facts={parts.flatMap(([name, part]) =>
        part === 0 ? [] : [[name, formatPounds(part)] as const],
      )}
    >
      <div data-total="">
        <dt>Refund total</dt>
        <dd>{formatPounds(refund.amount_pence)}</dd>
      </div>
      {refund.credit_pence > 0 && (
        <div>
          <dt>Of it to gift cards</dt>
          <dd>{formatPounds(refund.credit_pence)}</dd>
        </div>
      )}
      {left_pence !== null && (
        <div>
          <dt>Left after this refund</dt>
          <dd>{formatPounds(left_pence)}</dd>
        </div>
      )}
    </Facts>
  );
}
