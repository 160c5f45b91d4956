/**
 * Computes a refund's amount in advance, for the button that makes it. The database decides, by the same
 * rules (supabase/schemas/order_refunds.sql, cancellations.sql, returns.sql);
 * tests/database/refund-parity.test.ts compares the two.
 */
import { NO_PENCE, pence, sumPence, timesPence } from './money.ts';
import type { Pence } from './money.ts';
import { taxOn } from './tax.ts';

/** The parts of an order's line that affect money. */
interface Line {
  variant_id: number;
  unit_pence: Pence | null;
  /** Its share of the order's discount, for all units. */
  discount_pence: Pence | null;
  /** The part of that share that belongs to units whose price is refunded or owed. */
  discount_settled_pence: Pence | null;
  ordered: number;
  sent: number;
  to_send: number;
  refunded: number;
  exchanged: number;
}

/** A recorded refund. Its parts are null if it was made in Stripe's dashboard. */
interface Decided {
  source: 'order' | 'dashboard' | 'checkout' | 'outside';
  goods_pence: Pence | null;
  tax_pence: Pence | null;
  given_up_because: string | null;
}

/** An order's money. */
interface Money {
  tax_basis_points: number;
  rest_pence: Pence;
  shipping_rest_pence: Pence;
  delivery_shared: boolean;
  refunds: readonly Decided[];
}

/** The parts of an order that affect money. */
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

/** Units of a line whose price is neither refunded nor owed, and pays for no exchange. */
export function refundableUnits({
  ordered,
  refunded,
  exchanged,
}: Pick<Line, 'ordered' | 'refunded' | 'exchanged'>): number {
  return Math.max(ordered - refunded - exchanged, 0);
}

/**
 * The price of some units of a line, less their share of what is left of its discount, rounded down: the last unit
 * takes the rest.
 */
export function goodsOf(line: Line, units: number): Pence {
  if (units === 0) return NO_PENCE;
  const { unit_pence, discount_pence, discount_settled_pence } = line;
  const left = atLeastNone((discount_pence ?? 0) - (discount_settled_pence ?? 0));
  const share = Math.floor((left * units) / Math.max(line.ordered - line.refunded, units));
  return pence(timesPence(unit_pence ?? NO_PENCE, units) - share);
}

/**
 * The cost of some units. Tax is computed on all goods refunded so far, less the tax already refunded,
 * so that the parts of an order add up to its tax despite rounding.
 */
function costOf({ lines }: RefundableOrder, money: Money, units: Units) {
  const decided = money.refunds.filter(
    ({ source, given_up_because }) => source === 'order' && given_up_because === null,
  );
  const goods = sumPence(lines.map((line) => goodsOf(line, units.get(line.variant_id) ?? 0)));
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

/**
 * The amount of a refund of units, delivery and goodwill. Not limited to the rest of the payment,
 * `rest_pence`.
 */
export function refundAmount(
  order: RefundableOrder,
  units: Units,
  { shipping, goodwill }: { shipping: Pence; goodwill: Pence },
): RefundAmount {
  if (order.money === null) return NOTHING;
  return amountOf({ ...costOf(order, order.money, units), shipping, goodwill });
}

/**
 * The refund when units are cancelled before dispatch: their cost, or the rest of the payment if its delivery
 * has brought nothing and will bring nothing. Never more than that rest.
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
  const isWhole =
    !money.delivery_shared &&
    lines.every(
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

/** A line of a return, with its received units. */
interface ReturnItem {
  variant_id: number;
  restocked: number;
  written_off: number;
  /** Already refunded for this return. */
  refunded: number;
  /** Given in exchange for it. */
  exchanged: number;
}

/** Received units of a return that have not been refunded. */
function unitsToSettle(order: RefundableOrder, items: readonly ReturnItem[]): Units {
  return new Map(
    items.map(({ variant_id, restocked, written_off, refunded, exchanged }) => {
      const line = order.lines.find((other) => other.variant_id === variant_id);
      const here = restocked + written_off - refunded - exchanged;
      return [variant_id, Math.max(Math.min(here, line ? refundableUnits(line) : 0), 0)];
    }),
  );
}

/**
 * The refund when a return is settled: the received goods not yet refunded, less a deduction, and part
 * of the delivery. 0 if nothing is left of the payment.
 * @returns null if the deduction exceeds the price of the goods.
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
