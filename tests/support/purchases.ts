import type { Backend } from './backend.ts';
import { factsOf } from './checkout-facts.ts';
import { type ShopDatabase, shopDatabase, type Sku } from './shop-database.ts';
import { type Figures, newShopper, sessionOf, type Shopper } from './shopper.ts';
import { eventText, sendEvent } from './signed-event.ts';

/** A shopper who is about to pay or has paid. */
export interface Purchase {
  /** A colour with a stock of five, at £24.50. */
  sku: Sku;
  shopper: Shopper;
  /** The payment page. */
  url: string;
  session: string;
}

/** A paid purchase with its order, £51.94, which the shopper has seen. */
export interface Ordered extends Purchase {
  order: number;
  checkout: string;
}

/** Purchases of two units of a new colour, at the stage that a test needs. */
export function purchasesAt(backend: Backend) {
  const shop: ShopDatabase = shopDatabase(backend.database);
  const purchases = {
    /** A purchase at the payment page. */
    async atPaymentPage(code?: string): Promise<Purchase> {
      const sku = await shop.newSku(5);
      const shopper = await newShopper(backend);
      const url = await shopper.paymentPage([{ sku, quantity: 2 }], { code });
      return { sku, shopper, url, session: sessionOf(url) };
    },
    /** The same shopper at the payment page again, with `quantity` units of the same colour. */
    async again({ sku, shopper }: Purchase, quantity: number): Promise<Purchase> {
      const url = await shopper.paymentPage([{ sku, quantity }]);
      return { sku, shopper, url, session: sessionOf(url) };
    },
    /** A paid purchase, with no event on its way to the webhook. */
    async paidInSilence(card?: string, code?: string): Promise<Purchase> {
      await backend.stripe.webhookMode({ mode: 'drop' });
      const purchase = await purchases.atPaymentPage(code);
      await backend.stripe.pay(purchase.session, { outcome: 'paid', ...(card && { card }) });
      return purchase;
    },
    /** A paid purchase whose order one event has placed; no other is on its way. */
    async ordered(card?: string, code?: string): Promise<Ordered> {
      const purchase = await purchases.paidInSilence(card, code);
      const { session } = purchase;
      await sendEvent(backend.origin, eventText('checkout.session.completed', { id: session }));
      const [placed] = await backend.database.sql<[{ order: number; checkout: string }]>`
        update checkouts c set order_seen_at = now() from orders o
        where o.checkout_id = c.id and c.stripe_session_id = ${session}
        returning o.id::int as order, c.id as checkout`;
      return { ...purchase, ...placed };
    },
    /** A purchase with £10 of its £51.94 refunded at the dashboard before its order was placed: staff decide. */
    async underReview() {
      const purchase = await purchases.paidInSilence();
      const { session, shopper } = purchase;
      await backend.stripe.refund(session, { amount: 1000 });
      await shopper.reduceQuantity(session);
      const checkout = (await factsOf(backend.database, session))?.checkout ?? '';
      return { ...purchase, checkout };
    },
    /** Lets a session's hold expire and sells the whole stock to someone else. */
    async sellToOthers({ session, sku }: Pick<Purchase, 'session' | 'sku'>): Promise<void> {
      await shop.letHoldsRunOut((await factsOf(backend.database, session))?.checkout ?? '');
      const quantity = await shop.unitsOf(sku);
      const other = await shop.open(await shop.newShopper(), [{ sku, quantity }]);
      await shop.complete(other.checkout_id);
    },
    /** The figures of such a purchase as sent by a browser that stored them itself. */
    async figuresOf({ shopper, sku }: Purchase): Promise<Figures> {
      const [form] = await backend.database.sql<{ id: number }[]>`
        select id::int from billing_infos where user_id = ${shopper.id}
        order by saved_at desc limit 1`;
      return {
        billing_info: form?.id ?? 0,
        amount: 49,
        tax: 2.94,
        shipping_cost: 0,
        order_amount: 51.94,
        total_items: 2,
        items: [
          {
            product: sku.product_id,
            color_variant: sku.variant_id,
            product_name: 'A hat',
            product_price: 24.5,
            quantity: 2,
          },
        ],
      };
    },
    /** Id of a session's payment; 0 if it has none. */
    async paymentOf(session: string): Promise<number> {
      const [payment] = await backend.database.sql<{ id: number }[]>`
        select id::int from payments where stripe_session_id = ${session}`;
      return payment?.id ?? 0;
    },
    /** Id of a session's event of the given type. */
    async eventOf(session: string, type: string): Promise<string> {
      const found = (await backend.stripe.deliveries()).find(
        (delivery) => delivery.about === session && delivery.type === type,
      );
      if (!found) throw new Error(`There is no ${type} of ${session}`);
      return found.event;
    },
  };
  return purchases;
}
