import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../http/api-error.ts';
import { fetchOrdersForPrint, fetchStaffOrder, fetchStaffOrders } from './orders.ts';

const manager = { id: 'a user', access: 'a token' };
const fetched = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

function answers(body: unknown): void {
  fetched.mockResolvedValueOnce(Response.json(body));
}

test('a list is asked for by its name, what is searched and filtered for, and where the last page ended', async () => {
  answers({ rows: [], next: '20261125.0.7', total: 51 });
  const page = await fetchStaffOrders(
    { list: 'to_send', q: 'O’Brien & Co', filters: { to: 'world' }, after: '1.2' },
    manager,
  );
  expect(page).toEqual({ rows: [], next: '20261125.0.7', total: 51 });
  answers({ rows: [], next: null, total: 0 });
  await fetchStaffOrders({ list: 'all', q: ' ' }, manager);
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([
    '/api/staff/orders?list=to_send&to=world&q=O%E2%80%99Brien+%26+Co&after=1.2',
    '/api/staff/orders?list=all',
  ]);
});

test('an order is asked for by its number or its checkout, and an answer of another form is a failure', async () => {
  fetched.mockImplementation(() => Promise.resolve(Response.json({ order: 1 })));
  await expect(fetchStaffOrder({ order: 1 }, manager)).rejects.toThrow(ApiError);
  await expect(fetchStaffOrder({ checkout: 'a b' }, manager)).rejects.toThrow(ApiError);
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([
    '/api/staff/order?order=1',
    '/api/staff/order?checkout=a+b',
  ]);
});

test('papers are asked for in the order of printing', async () => {
  answers({ slips: [], pick: [], left_out: [{ order: 3, status: null }] });
  const papers = await fetchOrdersForPrint([3, 1, 2], manager);
  expect(papers.left_out).toEqual([{ order: 3, status: null }]);
  expect(fetched.mock.lastCall?.[0]).toBe('/api/staff/orders-for-print?orders=3%2C1%2C2');
});
