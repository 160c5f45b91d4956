import { Stripe } from 'stripe';
import { vi } from 'vitest';
import type * as z from 'zod';
import { isRecord, parseJson } from '#domain/basics/record.ts';
import {
  ClaimOrderBody,
  RegistrationBody,
  StaffInvitationBody,
} from '#domain/contracts/account-bodies.ts';
import { OrderBody, PaymentBody, PaymentSessionBody } from '#domain/contracts/checkout-bodies.ts';
import {
  DestinationBody,
  GiftCardBody,
  SubscriptionBody,
} from '#domain/contracts/listing-bodies.ts';
import {
  CancelOrderBody,
  OrderLinkBody,
  ReturnBody,
  WithdrawBody,
} from '#domain/contracts/order-bodies.ts';
import { ReturnPhotosBody } from '#domain/contracts/return-photos.ts';
import { ReviewBody } from '#domain/contracts/product-reviews.ts';
import type { LoadedCall } from '#harness/function-server.ts';
import { stripeTestKeys } from '#harness/test-keys.ts';
import { ShippoEvent } from '#server/carriers/shippo.ts';
import type { Prepare } from '../support/acts/act-scenes.ts';
import { apiActs } from '../support/acts/api-acts.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import type { Backend } from '../support/backend.ts';
import { mailEventHeaders } from '../support/mail-event.ts';
import { newGuest, newShopper } from '../support/shopper.ts';
import { eventText } from '../support/signed-event.ts';
import { staffContracts } from '../support/staff-contracts.ts';

/** A valid request, or one whose input is made from its contract. */
export interface Right {
  method: string;
  /** Path and query. */
  address: string;
  /** A JSON body. */
  json?: unknown;
  /** Any other body. */
  raw?: string | Uint8Array;
  token?: string;
  cookie?: string;
  /** Contract of the query or of the JSON body. */
  asked?: z.ZodType;
}

/** Valid calls of one function, from which faulty requests are derived. */
export interface Call {
  rights: Right[];
  /** Tokens of people who may not make it. */
  others: string[];
  /** Kind of a successful response. */
  answers: 'json' | 'page' | 'redirect';
  /** Whether a valid request may change rows. */
  writes: boolean;
  /** Signature headers of Stripe or Resend for a body; absent if unsigned. */
  sign?: (body: string) => Record<string, string>;
  /** Slow by design, like password hashing. */
  slow: boolean;
}

const redirecting = new Set([
  'stripe-cancel',
  'listing-end-review-mails',
  'listing-end-stock-alerts',
  'listing-unsubscribe',
]);
/** Calls by POST that change nothing. */
const reading = new Set([
  'browser-error',
  'gift-card',
  'listing-cartvalidate',
  'listing-destination',
  'listing-discount',
  'staff-files-catalogue-read',
]);
/** Calls by GET that record a download, or release a checkout. */
const writing = new Set(['staff-export', 'staff-files-subscribers', 'stripe-cancel']);

/** Bodies of the shop's calls that have a choice. */
const bodies: Record<string, z.ZodType> = {
  'account-cancel-order': CancelOrderBody,
  'account-return': ReturnBody,
  'auth-claim-order': ClaimOrderBody,
  'auth-register': RegistrationBody,
  'auth-staff-invitation': StaffInvitationBody,
  'gift-card': GiftCardBody,
  'listing-destination': DestinationBody,
  'listing-ordercreatation': OrderBody,
  'listing-subscribe': SubscriptionBody,
  'order-link': OrderLinkBody,
  'return-photos': ReturnPhotosBody,
  review: ReviewBody,
  'shippo-webhook': ShippoEvent,
  'stripe-create-stripe-session': PaymentSessionBody,
  'stripe-save-payment': PaymentBody,
  withdraw: WithdrawBody,
};

const { webhooks } = new Stripe('sk_test_unused');
const signing: Record<string, NonNullable<Call['sign']>> = {
  'mail-webhook': mailEventHeaders,
  'stripe-webhook': (payload) => ({
    'stripe-signature': webhooks.generateTestHeaderString({
      payload,
      secret: stripeTestKeys.webhookSecret,
    }),
  }),
};

/** The request of an act, which is not sent. */
async function rightOf(prepare: Prepare): Promise<Right> {
  const press = await prepare();
  await afterwardsDone();
  const { promise, resolve } = Promise.withResolvers<Request>();
  const sending = vi.spyOn(globalThis, 'fetch').mockImplementationOnce((input, init) => {
    resolve(new Request(input, init));
    return Promise.resolve(Response.json({}));
  });
  await press();
  sending.mockRestore();
  const request = await promise;
  const { pathname, search } = new URL(request.url);
  const token = request.headers.get('authorization')?.replace('Bearer ', '');
  const cookie = request.headers.get('cookie');
  const bytes = new Uint8Array(await request.arrayBuffer());
  const text = Buffer.from(bytes).toString();
  const json = parseJson(text);
  return {
    method: request.method,
    address: pathname.replace(/\/$/, '') + search,
    ...(token && { token }),
    ...(cookie && { cookie }),
    ...(json !== undefined && { json }),
    ...(json === undefined && bytes.length > 0 && { raw: text.isWellFormed() ? text : bytes }),
  };
}

/** Events of every type about a payment session, an unknown one and their payments. */
async function paymentEvents({ stripe }: Backend, { address, json }: Right): Promise<Right[]> {
  const data = isRecord(json) && isRecord(json['data']) ? json['data']['object'] : undefined;
  const session = isRecord(data) ? String(data['id']) : '';
  const paid = (await stripe.sessions()).find(({ id }) => id === session);
  const intents = [String(paid?.payment_intent), 'pi_of_nobody'];
  const dispute = await stripe.dispute(session);
  const types = ['charge.refunded', 'refund.created', 'refund.updated', 'refund.failed'];
  const disputes = ['created', 'updated', 'closed'].map((act) => `charge.dispute.${act}`);
  const events = [
    ...[session, 'cs_test_of_nobody'].flatMap((id) =>
      ['checkout.session.completed', 'checkout.session.expired', 'customer.created'].map((type) =>
        eventText(type, { id }),
      ),
    ),
    ...intents.flatMap((payment_intent) =>
      types.map((type) =>
        eventText(type, { id: 're_1', payment_intent, amount: 4900, status: 'succeeded' }),
      ),
    ),
    ...intents.flatMap((payment_intent) =>
      disputes.map((type) => eventText(type, { id: dispute.id, payment_intent, status: 'lost' })),
    ),
  ];
  return events.map((event) => ({ method: 'POST', address, json: JSON.parse(event) }));
}

/** Prepares the valid calls of each function when it is first asked for. */
export async function callsAt(backend: Backend) {
  const acts = apiActs(backend);
  const contracts = await staffContracts();
  const strangers = [
    await newShopper(backend, { billing: false }),
    await newShopper(backend),
    await newGuest(backend),
  ];
  const made = new Map<string, Promise<Call>>();

  async function make({ name, path: called }: LoadedCall): Promise<Call> {
    const act = acts[name];
    if (!act) throw new Error(`Nobody calls ${name}`);
    const right = await rightOf(act);
    const own = contracts.filter((one) => one.path.toLowerCase() === called.toLowerCase());
    const contracted = own.flatMap(({ method, takes, asked }): Right[] => {
      if (takes === 'file') return [];
      const { token, address } = right;
      const same = method === right.method;
      const place = same ? address : address.replace(/\?.*/, '');
      const json = same && right.json !== undefined ? right.json : {};
      return [{ method, address: place, asked, ...(token && { token }), json }];
    });
    const body = bodies[name];
    const rights = [
      right,
      ...contracted,
      ...(body ? [{ ...right, asked: body }] : []),
      ...(name === 'stripe-webhook' ? await paymentEvents(backend, right) : []),
    ];
    const sign = signing[name];
    return {
      rights,
      // Only Auth knows a refresh token's session: beside another shopper's access token it is used up as well.
      others: name === 'auth-refresh' ? [] : strangers.map(({ token }) => token),
      answers: redirecting.has(name)
        ? 'redirect'
        : right.address.startsWith('/.netlify/') ||
            name === 'mailing-preview' ||
            name === 'return-label' ||
            name === 'review-photo-photo-size'
          ? 'page'
          : 'json',
      writes:
        writing.has(name) || (rights.some(({ method }) => method === 'POST') && !reading.has(name)),
      ...(sign && { sign }),
      slow: /login$|account-close|second-factor/.test(name),
    };
  }

  return {
    names: Object.keys(acts),
    callOf(loaded: LoadedCall): Promise<Call> {
      const call = made.get(loaded.name) ?? make(loaded);
      made.set(loaded.name, call);
      return call;
    },
  };
}
