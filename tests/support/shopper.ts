import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Backend } from './backend.ts';
import { call, type CallOptions, patiently, type Reply } from './call.ts';
import { acting } from '#harness/acting.ts';
import { newClientAddress } from '#harness/client-address.ts';
import { shopDatabase, totalOf, type WantedLine } from './shop-database.ts';
import { testKeys } from '#harness/test-keys.ts';

/** Response of the login call. */
export const LoggedIn = z.object({ id: z.uuid(), token: z.object({ access: z.string() }) });
const WithId = z.object({ id: z.int() });
const WithUrl = z.object({ url: z.url() });

/** Figures returned by reduceQuantity, from which the two following calls are built. */
export const Figures = z.object({
  billing_info: z.int(),
  amount: z.number(),
  tax: z.number(),
  shipping_cost: z.number(),
  order_amount: z.number(),
  total_items: z.int(),
  items: z.array(z.looseObject({ color_variant: z.int(), quantity: z.int() })),
});
export type Figures = z.infer<typeof Figures>;

const password = 'correct horse battery';

interface CheckOutOptions {
  /** Pounds with tax; the correct amount if omitted. */
  amount?: number;
  country?: string;
  /** Id of the billing form on screen; not sent if omitted, as in the spec's payload. */
  billingInfo?: number;
  /** Discount code, and the pence that it takes off. */
  code?: string | undefined;
  off?: number;
  /** Presses Express checkout instead. */
  express?: true;
}

/** The payment session id in the URL of its page. */
export function sessionOf(url: string): string {
  const [id] = /cs_test_\w+/.exec(url) ?? [];
  if (!id) throw new Error(`No session in ${url}`);
  return id;
}

/** Body of create-stripe-session. */
export function basketOf(
  user: string,
  wanted: readonly WantedLine[],
  options: CheckOutOptions = {},
) {
  return {
    method: 'stripe',
    amount: options.amount ?? totalOf(wanted, options.off) / 100,
    user,
    country: options.country ?? (options.express ? '' : 'GB'),
    items: wanted.map(({ sku, quantity }) => ({
      productId: sku.product_id,
      selectedColorId: sku.variant_id,
      quantity,
    })),
    ...(options.billingInfo && { billing_info: options.billingInfo }),
    ...(options.express && { express: true }),
    ...(options.code !== undefined && { discount_code: options.code }),
  };
}

/** Body of orderCreatation. */
export function orderOf(user: string, figures: Figures, payment: number, session?: string) {
  return {
    ...figures,
    user,
    payment,
    status: 'processing',
    ...(session && { session_id: session }),
  };
}

/** Actions of a registered, logged-in shopper, over HTTP only. `from` is their client address. */
export function shopperAt(origin: string, id: string, token: string, from?: string) {
  const post = (path: string, json: unknown, options: CallOptions = {}): Promise<Reply> =>
    call(origin + path, { json, token, ...(from && { from }), ...options });

  const shopper = {
    id,
    token,
    /** A call with the shopper's token. */
    post,
    /** Fills in the billing form. Returns its id. */
    async saveBilling(
      address = '1 High Street, London',
      email = 'ada@example.com',
    ): Promise<number> {
      const form = { name: 'Ada Lovelace', address, email, phone: '07700 900' };
      const { body } = await post('/api/stripe/save-billing-info/', { ...form, user: id });
      return WithId.parse(body).id;
    },
    /** Presses CHECKOUT. */
    checkOut: (wanted: readonly WantedLine[], options?: CheckOutOptions): Promise<Reply> =>
      post('/api/stripe/create-stripe-session/', basketOf(id, wanted, options)),
    /** Presses CHECKOUT, again while the shop is too busy, and expects a payment page. Returns its URL. */
    async paymentPage(wanted: readonly WantedLine[], options?: CheckOutOptions): Promise<string> {
      const { body } = await patiently(() => shopper.checkOut(wanted, options));
      return WithUrl.parse(body).url;
    },
    /** First call of the return page. */
    reduceQuantity: (session?: string, list: unknown = []): Promise<Reply> =>
      post(`/api/listing/reduceQuantity/${session ? `?session_id=${session}` : ''}`, list),
    /** Second call, which carries no token (spec, section 7). */
    savePayment: (figures: Figures, session?: string): Promise<Reply> =>
      call(`${origin}/api/stripe/save-payment/`, {
        json: {
          user: id,
          method: 'stripe',
          amount: figures.amount,
          billing_info: figures.billing_info,
          status: 'paid',
          ...(session && { session_id: session }),
        },
        from: newClientAddress(),
      }),
    /** Third call. */
    createOrder: (figures: Figures, payment: number, session?: string): Promise<Reply> =>
      post('/api/listing/orderCreatation/', orderOf(id, figures, payment, session)),
    /** All three calls, as the return page makes them. Returns their responses. */
    async comeBack(session: string) {
      const figures = Figures.parse((await shopper.reduceQuantity(session)).body);
      const payment = WithId.parse((await shopper.savePayment(figures, session)).body).id;
      const order = WithId.parse((await shopper.createOrder(figures, payment, session)).body).id;
      return { figures, payment, order };
    },
  };
  return shopper;
}

export type Shopper = ReturnType<typeof shopperAt>;

/** Signs up and logs in through the shop's own calls. Slow, because password hashing is. */
export async function registeredShopper({ origin }: Pick<Backend, 'origin'>): Promise<Shopper> {
  const username = `shopper-${randomUUID().slice(0, 18)}`;
  const email = `${username}@example.com`;
  const from = newClientAddress();
  const registered = await call(`${origin}/api/auth/register/`, {
    json: { username, email, password },
    from,
  });
  if (registered.status !== 201) throw new Error(`Sign-up: ${JSON.stringify(registered.body)}`);
  const { body } = await call(`${origin}/api/auth/login/`, { json: { username, password }, from });
  const { id, token } = LoggedIn.parse(body);
  return shopperAt(origin, id, token.access);
}

/** A shopper inserted directly into the database, with a token like the login call's. */
export async function newShopper(
  { origin, database }: Pick<Backend, 'origin' | 'database'>,
  { billing = true, from }: { billing?: boolean; from?: string } = {},
): Promise<Shopper> {
  const id = await shopDatabase(database).newShopper({ billing: false });
  const token = await new SignJWT({
    role: 'authenticated',
    aud: 'authenticated',
    sub: id,
    session_id: id,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(testKeys.jwtSecret));
  const shopper = shopperAt(origin, id, token, from);
  if (billing)
    await database.sql`
      select save_billing_info(
        'Ada Lovelace', '1 High Street, London', 'ada@example.com', '07700 900'
      ) from ${acting(database.sql, id)}`;
  return shopper;
}

/**
 * A guest, by the shop's own call.
 * @param from client address; a new one if omitted.
 */
export async function newGuest(
  { origin }: Pick<Backend, 'origin'>,
  { from = newClientAddress() }: { from?: string } = {},
): Promise<Shopper> {
  const { body } = await call(`${origin}/api/auth/guest/`, { json: {}, from });
  const { id, token } = LoggedIn.parse(body);
  return shopperAt(origin, id, token.access, from);
}

/** Fills in the hosted payment page and sends it. `delivery` counts from 0. */
export async function payOnPage(url: string, { card = '4242 4242 4242 4242', delivery = 0 } = {}) {
  const page = await (await fetch(url)).text();
  const rates = Array.from(page.matchAll(/value="(shr_\w+)"/g), ([, rate = '']) => rate);
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      email: 'ada@example.com',
      card_number: card,
      expiry: '08/40',
      cvc: '123',
      name: 'Ada Lovelace',
      shipping_rate: rates[delivery] ?? '',
    }),
  });
}
