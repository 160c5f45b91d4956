import { describe, expect, test } from 'vitest';
import { call, type Reply } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import { markOfAllRows } from '../support/shop-rows.ts';
import { newShopper, type Shopper } from '../support/shopper.ts';
import {
  bodiesOf,
  callsWithToken,
  callsWithTokenOrLink,
  expectPlainRefusal,
} from '../support/writing-calls.ts';

const { backend, shop } = await openBackend();
const { sql } = backend.database;
const sku = await shop.newSku(50);
const readingCalls = ['/api/account/export', '/api/account/orders', '/api/account/reorder?order=1'];

/** Events that end a session before its access token has expired. */
const endings: Record<string, (shopper: Shopper) => Promise<unknown>> = {
  'a logout or a new password': ({ id }) => sql`delete from auth.sessions where user_id = ${id}`,
  'a ban': ({ id }) => sql`
    update auth.users set banned_until = now() + interval '1 day' where id = ${id}`,
  'deletion of the user': ({ id }) => sql`delete from auth.users where id = ${id}`,
  'deletion of the user that keeps the row': ({ id }) => sql`
    update auth.users set deleted_at = now() where id = ${id}`,
  'the time limit that Supabase Auth sets': ({ id }) => sql`
    update auth.sessions set not_after = now() where user_id = ${id}`,
  'another user in its place': async ({ id }) => {
    const other = await shop.newShopper({ billing: false });
    await sql`update auth.sessions set user_id = ${other} where id = ${id}`;
  },
};

/** Makes a call as the shopper. */
function send({ id, token }: Shopper, address: string): Promise<Reply> {
  const bodies: Record<string, object> = bodiesOf(id, sku);
  const { [address]: json } = bodies;
  return call(backend.origin + address, { token, ...(json && { json }) });
}

describe.each(Object.entries(endings))('after %s the access token', (_name, end) => {
  test.each([...callsWithToken, ...callsWithTokenOrLink, ...readingCalls])(
    'is refused at %s',
    async (address) => {
      const shopper = await newShopper(backend, { billing: false });
      expect((await send(shopper, address)).status).not.toBe(401);
      const another = await newShopper(backend, { billing: false });
      await end(another);
      const before = await markOfAllRows(backend.database);
      const reply = await send(another, address);
      expectPlainRefusal(reply, 401);
      expect(reply.body).toEqual({ detail: 'Please log in again.' });
      expect(reply.headers.get('www-authenticate')).toBe('Bearer');
      expect(await markOfAllRows(backend.database)).toEqual(before);
    },
  );
});

test('an expired ban ends nothing', async () => {
  const shopper = await newShopper(backend);
  await sql`update auth.users set banned_until = now() - interval '1 second' where id = ${shopper.id}`;
  expect(await shopper.checkOut([{ sku, quantity: 1 }])).toMatchObject({ status: 200 });
});
