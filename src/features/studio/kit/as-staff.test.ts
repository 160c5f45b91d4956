import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addNote } from '#domain/contracts/staff-dispatch.ts';
import { logIn } from '#stores/login/login.ts';
import { FakeStorage } from '#tests/support/fake-storage.ts';
import { liveToken } from '#tests/support/sample-token.ts';
import { asStaff, queryClient } from './as-staff.ts';
import { meQuery } from './me-query.ts';

const id = '6f0d2c4e-7c1b-4f57-9f39-0f6a8e0d1b11';
const me = {
  name: 'Morag',
  username: 'morag',
  role: 'manager',
  acts: [],
  fresh: true,
  second_factor_since: null,
};
/** Orders to send, as the server counts them. */
let toSend = 3;
let close = () => {};

beforeEach(async () => {
  vi.stubGlobal('localStorage', new FakeStorage());
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      address === '/api/staff/me'
        ? { ...me, counts: { to_send: toSend, late: 0, waiting: 0, returns: 0, decide: 0 } }
        : { checkout: id, event: id },
    ),
  );
  logIn({ id, access: liveToken() });
  close = new QueryObserver(queryClient, meQuery).subscribe(() => {});
  await vi.waitUntil(() => shown() === 3);
});
afterEach(() => {
  close();
  queryClient.clear();
  toSend = 3;
  vi.useRealTimers();
});

/** The count in the header. */
const shown = () => queryClient.getQueryData(meQuery.queryKey)?.counts?.to_send;

test('after an act, whichever it was, the counts in the header are asked for again', async () => {
  toSend = 2;
  await asStaff(addNote, { event: id, checkout: id, text: 'Ribbon, please.' });
  await expect.poll(shown).toBe(2);
});

test('an order or a list that was asked for again brings the counts along, and one that is not shown does not', async () => {
  toSend = 2;
  queryClient.setQueryData(meQuery.queryKey, (old) => old, { updatedAt: Date.now() - 60_000 });
  const order = { queryKey: ['order', 7], queryFn: () => Promise.resolve('refunded') };
  await queryClient.fetchQuery(order);
  expect(queryClient.isFetching({ queryKey: meQuery.queryKey })).toBe(0);
  const leave = new QueryObserver(queryClient, { ...order, staleTime: 0 }).subscribe(() => {});
  await expect.poll(shown).toBe(2);
  leave();
});
