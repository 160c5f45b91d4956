/**
 * What a refund comes to, before it is made: for the button that makes it. The shop's database decides, by the
 * same rules (supabase/schemas/order_refunds.sql, cancellations.sql, returns.sql); tests/database/refund-parity.test.ts
 * compares the two.
 */
import { NO_PENCE, pence, sumPence, timesPence } from './money.ts';
import type { Pence } from './money.ts';
import { taxOn } from './tax.ts';

/** A line of an order, as far as money depends on it. */
interface Line {
  variant_id: number;
  unit_pence: Pence | null;
  ordered: number;
  sent: number;
  to_send: number;
  refunded: number;
}

/** A refund that was decided. Parts are null where it was made at Stripe's dashboard. */
interface Decided {
  source: 'order' | 'dashboard' | 'checkout' | 'outside';
  goods_pence: Pence | null;
  tax_pence: Pence | null;
  given_up_because: string | null;
}

/** The money of an order. */
interface Money {
  tax_basis_points: number;
  rest_pence: Pence;
  shipping_rest_pence: Pence;
  refunds: readonly Decided[];
}

/** An order, as far as money depends on it. */
export interface RefundableOrder {
  lines: readonly Line[];
  money: Money | null;
}

/** Units by the colour's id. */
export type Units = ReadonlyMap<number, number>;

/** The parts of a refund. */
export interface RefundAmount {
  goods: Pence;
  tax: Pence;
  shipping: Pence;
  goodwill: Pence;
  total: Pence;
}

function atLeastNone(amount: number): Pence {
  return pence(Math.max(amount, 0));
}

function atMost(amount: Pence, limit: number): Pence {
  return atLeastNone(Math.min(amount, limit));
}

function amountOf(parts: Omit<RefundAmount, 'total'>): RefundAmount {
  return { ...parts, total: sumPence(Object.values(parts)) };
}

/** Units of a line whose price has not gone back and is not owed. */
export function refundableUnits({ ordered, refunded }: Pick<Line, 'ordered' | 'refunded'>): number {
  return Math.max(ordered - refunded, 0);
}

/**
 * What units cost. The tax is that of all goods refunded so far less what was given back already, so that the parts
 * of an order add up to its tax, whatever each is rounded to.
 */
function costOf({ lines }: RefundableOrder, money: Money, units: Units) {
  const decided = money.refunds.filter(
    ({ source, given_up_because }) => source === 'order' && given_up_because === null,
  );
  const goods = sumPence(
    lines.map((line) => timesPence(line.unit_pence ?? NO_PENCE, units.get(line.variant_id) ?? 0)),
  );
  const goodsBefore = sumPence(decided.map((refund) => refund.goods_pence ?? NO_PENCE));
  const taxBefore = sumPence(decided.map((refund) => refund.tax_pence ?? NO_PENCE));
  const taxOfAll = taxOn(sumPence([goodsBefore, goods]), money.tax_basis_points / 100);
  return { goods, tax: atLeastNone(taxOfAll - taxBefore) };
}

const NOTHING = amountOf({
  goods: NO_PENCE,
  tax: NO_PENCE,
  shipping: NO_PENCE,
  goodwill: NO_PENCE,
});

/** What a refund of units, delivery and goodwill comes to. Whether so much is left, `rest_pence` says. */
export function refundAmount(
  order: RefundableOrder,
  units: Units,
  { shipping, goodwill }: { shipping: Pence; goodwill: Pence },
): RefundAmount {
  if (order.money === null) return NOTHING;
  return amountOf({ ...costOf(order, order.money, units), shipping, goodwill });
}

/**
 * What goes back when units are cancelled before they leave: what they cost; of an order of which nothing has left
 * or will leave, all that is left of its payment. Never more than that.
 */
export function cancelAmount(order: RefundableOrder, units: Units): RefundAmount {
  const { lines, money } = order;
  if (money === null) return NOTHING;
  const unpaid = new Map(
    lines.map((line) => [
      line.variant_id,
      Math.min(units.get(line.variant_id) ?? 0, refundableUnits(line)),
    ]),
  );
  const { goods, tax } = costOf(order, money, unpaid);
  const isWhole = lines.every(
    ({ variant_id, to_send, sent }) => sent === 0 && to_send === (units.get(variant_id) ?? 0),
  );
  const shipping = isWhole ? money.shipping_rest_pence : NO_PENCE;
  const left = money.rest_pence;
  const goodsPart = atMost(goods, left);
  const taxPart = atMost(tax, left - goodsPart);
  return amountOf({
    goods: goodsPart,
    tax: taxPart,
    shipping: atMost(shipping, left - goodsPart - taxPart),
    goodwill: isWhole ? atLeastNone(left - goods - tax - shipping) : NO_PENCE,
  });
}

/** A line of a return: how many units came. */
interface ReturnItem {
  variant_id: number;
  restocked: number;
  written_off: number;
  /** Refunded for this return already. */
  refunded: number;
}

/** Units of a return that came and have not been refunded. */
function unitsToSettle(order: RefundableOrder, items: readonly ReturnItem[]): Units {
  return new Map(
    items.map(({ variant_id, restocked, written_off, refunded }) => {
      const line = order.lines.find((other) => other.variant_id === variant_id);
      const here = restocked + written_off - refunded;
      return [variant_id, Math.max(Math.min(here, line ? refundableUnits(line) : 0), 0)];
    }),
  );
}

/**
 * What goes back when a return is settled: the goods that came and have not been refunded, less a deduction, and some
 * of the delivery. Nothing where nothing is left of the payment.
 * @returns null when more is deducted than the goods cost.
 */
export function settleAmount(
  order: RefundableOrder,
  items: readonly ReturnItem[],
  { shipping, deduction }: { shipping: Pence; deduction: Pence },
): RefundAmount | null {
  const { money } = order;
  if (money === null || money.rest_pence <= 0) return NOTHING;
  const { goods, tax } = costOf(order, money, unitsToSettle(order, items));
  if (deduction > goods + tax) return null;
  const cut = deduction === 0 ? NO_PENCE : pence(Math.round((deduction * goods) / (goods + tax)));
  return amountOf({
    goods: pence(goods - cut),
    tax: pence(tax - (deduction - cut)),
    shipping,
    goodwill: NO_PENCE,
  });
}
