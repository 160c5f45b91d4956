import { penceToPounds, sumPence } from '#domain/money/money.ts';
import type { Pence } from '#domain/money/money.ts';
import { paidText } from '#domain/money/paid-text.ts';
import { isInteger, isNumber, isText, shape } from '#domain/basics/shape.ts';
import type {
  OrderBody,
  PaymentBody,
  StockReductionBody,
} from '#domain/contracts/checkout-bodies.ts';
import { readList, readNumber, readPounds, readRecord, readText } from './http/answer.ts';
import type { Customer } from './checkout.ts';
import { request } from './http/request.ts';

type OrderItem = OrderBody['items'][number];

const isOrderItem = shape<OrderItem>({
  product: isInteger,
  color_variant: isInteger,
  product_name: isText,
  product_price: isNumber,
  quantity: isInteger,
});

/** The checkout as frozen when the payment was opened: the figures that were paid. */
export interface FrozenCheckout {
  billingInfo: number;
  /** Subtotal without tax. */
  amount: Pence;
  tax: Pence;
  shippingCost: Pence;
  /** amount + tax + shippingCost. */
  orderAmount: Pence;
  totalItems: number;
  /** The order's items as the server sent them, to be sent back unchanged. */
  items: OrderItem[];
}

function readFrozenCheckout(body: unknown): FrozenCheckout {
  const answer = readRecord(body);
  return {
    billingInfo: readNumber(answer.billing_info),
    amount: readPounds(answer.amount),
    tax: readPounds(answer.tax),
    shippingCost: readPounds(answer.shipping_cost),
    orderAmount: readPounds(answer.order_amount),
    totalItems: readNumber(answer.total_items),
    items: readList(answer.items, isOrderItem),
  };
}

/**
 * Turns the stock held for a paid session into a stock reduction. Idempotent.
 * @throws ApiError 402 if Stripe reports the session unpaid.
 */
export function reduceQuantity(
  sessionId: string,
  entries: StockReductionBody,
  customer: Customer,
): Promise<FrozenCheckout> {
  const path = `/api/listing/reduceQuantity/?session_id=${encodeURIComponent(sessionId)}`;
  return request(path, readFrozenCheckout, {
    method: 'POST',
    access: customer.access,
    body: entries,
  });
}

/** Records the payment as paid. @returns the payment's id. @throws ApiError */
export function savePayment(
  sessionId: string,
  frozen: FrozenCheckout,
  customer: Customer,
): Promise<number> {
  return request('/api/stripe/save-payment/', (body) => readNumber(readRecord(body).id), {
    method: 'POST',
    access: customer.access,
    body: {
      user: customer.id,
      method: 'stripe',
      amount: penceToPounds(frozen.amount),
      billing_info: frozen.billingInfo,
      status: 'paid',
      session_id: sessionId,
    } satisfies PaymentBody,
  });
}

/** A stored order. */
export interface PlacedOrder {
  id: number;
  /** "Leaves by Wednesday 25 November, arrives 27–30 November" */
  promise: string;
  /** "You paid £47.70, £2.70 of it tax.", and what a gift card paid of it. */
  paid: string;
}

function readPlacedOrder(body: unknown): PlacedOrder {
  const { id, promise, order_amount, tax, tax_inside, gift_card } = readRecord(body);
  // Either amount is 0: tax is added to prices or included in them.
  const allTax = sumPence([readPounds(tax), readPounds(tax_inside)]);
  const card = typeof gift_card === 'string' ? gift_card : '';
  const paid = `${paidText(readPounds(order_amount), allTax)} ${card}`.trim();
  return { id: readNumber(id), promise: readText(promise), paid };
}

/** Creates the order with status "processing". @throws ApiError */
export function createOrder(
  sessionId: string,
  payment: number,
  frozen: FrozenCheckout,
  customer: Customer,
): Promise<PlacedOrder> {
  return request('/api/listing/orderCreatation/', readPlacedOrder, {
    method: 'POST',
    access: customer.access,
    body: {
      user: customer.id,
      billing_info: frozen.billingInfo,
      payment,
      order_amount: penceToPounds(frozen.orderAmount),
      tax: penceToPounds(frozen.tax),
      shipping_cost: penceToPounds(frozen.shippingCost),
      total_items: frozen.totalItems,
      status: 'processing',
      items: frozen.items,
      session_id: sessionId,
    } satisfies OrderBody,
  });
}
