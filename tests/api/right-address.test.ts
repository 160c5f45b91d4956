import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openBackend } from '../support/open-backend.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import { basketOf, newShopper, payOnPage, sessionOf, shopperAt } from '../support/shopper.ts';
import { newClientAddress } from '#harness/client-address.ts';

const { backend, shop } = await openBackend();
beforeEach(() => backend.stripe.reset());

const path = '/api/stripe/create-stripe-session/';

/** Delivery addresses of a session's checkout and of its order, if any. */
async function addressesOf(session: string) {
  const [found] = await backend.database.sql<{ checkout: string; order: string | null }[]>`
    select b.address as checkout, ordered.address as order
    from checkouts c
    join billing_infos b on b.id = c.billing_info_id
    left join orders o on o.checkout_id = c.id
    left join billing_infos ordered on ordered.id = o.billing_info_id
    where c.stripe_session_id = ${session}`;
  return found && { ...found };
}

describe('an order goes to the address on the screen', () => {
  test('payments 25: in each of two tabs, whichever saved its form last', async () => {
    const [hat, cap] = [await shop.newSku(9), await shop.newSku(9)];
    const shopper = await newShopper(backend);
    const home = await shopper.saveBilling('7 Victim Street, London');
    const work = await shopper.saveBilling('1 Office Square, Leeds');
    const tabs = [
      { sku: hat, billingInfo: home, address: '7 Victim Street, London' },
      { sku: cap, billingInfo: work, address: '1 Office Square, Leeds' },
      { sku: cap, billingInfo: home, address: '7 Victim Street, London' },
    ];
    for (const { sku, billingInfo, address } of tabs) {
      const url = await shopper.paymentPage([{ sku, quantity: 1 }], { billingInfo });
      await shopper.saveBilling('99 Drop Point, Hull');
      expect((await payOnPage(url)).status).toBe(303);
      await shopper.comeBack(sessionOf(url));
      expect(await addressesOf(sessionOf(url))).toEqual({ checkout: address, order: address });
    }
  });

  test('payments 25: of the owner, although another login of the account saves another meanwhile', async () => {
    const sku = await shop.newSku(9);
    const owner = await newShopper(backend);
    const thief = shopperAt(backend.origin, owner.id, owner.token, newClientAddress());
    const wanted = [{ sku, quantity: 1 }];
    const owners = await owner.saveBilling('7 Victim Street, London');
    const thiefs = await thief.saveBilling('99 Drop Point, Hull');
    const url = await owner.paymentPage(wanted, { billingInfo: owners });
    // The thief gets a page for their own address, which closes the owner's page; no page's address changes.
    const other = await thief.paymentPage(wanted, { billingInfo: thiefs });
    expect(other).not.toBe(url);
    expect((await payOnPage(url)).status).toBe(410);
    const again = await owner.paymentPage(wanted, { billingInfo: owners });
    expect((await payOnPage(other)).status).toBe(410);
    expect((await payOnPage(again)).status).toBe(303);
    await thief.saveBilling('99 Drop Point, Hull');
    await owner.comeBack(sessionOf(again));
    const address = '7 Victim Street, London';
    expect(await addressesOf(sessionOf(again))).toEqual({ checkout: address, order: address });
  });

  test('payments 25: when both press simultaneously, repeatedly', async () => {
    const sku = await shop.newSku(9);
    const shopper = await newShopper(backend);
    const forms = await Promise.all(
      ['1 First Street', '2 Second Street'].map(async (address) => ({
        address,
        billingInfo: await shopper.saveBilling(address),
      })),
    );
    const presses = [...forms, ...forms, ...forms];
    const replies = await Promise.all(
      presses.map(({ billingInfo }) => shopper.checkOut([{ sku, quantity: 1 }], { billingInfo })),
    );
    expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const pages = replies.flatMap(({ status, body }, place) =>
      status === 200 ? [{ page: body, wanted: presses[place]?.address }] : [],
    );
    expect(pages.length).toBeGreaterThan(0);
    for (const { page, wanted } of pages) {
      const session = sessionOf(JSON.stringify(page));
      expect(await addressesOf(session)).toEqual({ checkout: wanted, order: null });
    }
  });
});

describe('a billing form that is not the shopper’s', () => {
  test('payments 22: is refused like an unknown one, and nothing is held', async () => {
    const sku = await shop.newSku(9);
    const [shopper, stranger] = [await newShopper(backend), await newShopper(backend)];
    const strangers = await stranger.saveBilling();
    const before = await markOfAllRows(backend.database);
    for (const billingInfo of [strangers, 2_000_000_000]) {
      const reply = await shopper.checkOut([{ sku, quantity: 1 }], { billingInfo });
      expect(reply.status).toBe(404);
      expect(reply.body).toEqual({ detail: 'There is no such billing form.' });
    }
    expect(await markOfAllRows(backend.database)).toEqual(before);
    expect(await backend.stripe.sessions()).toEqual([]);
  });

  test.each([0, -1, 1.5, '7', null, randomUUID(), [7]])(
    'is not a valid id: %j',
    async (billing_info) => {
      const sku = await shop.newSku(9);
      const shopper = await newShopper(backend);
      const basket = basketOf(shopper.id, [{ sku, quantity: 1 }]);
      const reply = await shopper.post(path, { ...basket, billing_info });
      expect(reply.status).toBe(400);
      expect(reply.body).toEqual({ billing_info: ['Not a valid id.'] });
      expect(await shop.freeUnitsOf(sku)).toBe(9);
    },
  );
});
