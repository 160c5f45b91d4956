import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  addNote,
  correctLabel,
  deliverParcel,
  dispatchParcels,
  resendMail,
} from '#domain/contracts/staff-dispatch.ts';
import { getExport, sendTracking } from '#domain/contracts/staff-exports.ts';
import { getOrder, getOrders, getOrdersForPrint } from '#domain/contracts/staff-orders.ts';
import { callStaff } from './call-staff.ts';
import { ApiError } from './http/api-error.ts';

const packer = { id: 'a user', access: 'a token' };
const event = '6f0d2c4e-7c1b-4f57-9f39-0f6a8e0d1b11';
const fetched = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

function answers(body: unknown, status = 200): void {
  fetched.mockResolvedValueOnce(Response.json(body, { status }));
}

const addresses = () => fetched.mock.calls.map(([address]) => address);

test('a list is asked for by its name, what is searched and filtered for, and where the last page ended', async () => {
  const told = { rows: [], next: '20261125.0.7', before: 50, total: 51, sells_labels: true };
  answers(told);
  const asked = { list: 'to_send', to: 'world', q: 'O’Brien & Co', after: '1.2' } as const;
  const page = await callStaff(getOrders, asked, packer);
  expect(page).toEqual(told);
  answers({ ...told, next: null });
  await callStaff(getOrders, { list: 'all', q: ' ', after: undefined }, packer);
  expect(addresses()).toEqual([
    '/api/staff/orders?list=to_send&to=world&q=O%E2%80%99Brien+%26+Co&after=1.2',
    '/api/staff/orders?list=all',
  ]);
});

test('an order is asked for by its number or its checkout; papers and files for several are too', async () => {
  answers({ slips: [], pick: [], left_out: [{ order: 3, status: null }] });
  const papers = await callStaff(getOrdersForPrint, { orders: '3,1,2' }, packer);
  expect(papers.left_out).toEqual([{ order: 3, status: null }]);
  const file = { name: 'customs-2026-11-22.csv', text: '\uFEFFOrder\n' };
  answers(file);
  expect(await callStaff(getExport, { kind: 'customs', orders: '3,1' }, packer)).toEqual(file);
  answers(file);
  const accounts = { kind: 'accounts', from: '2026-01-01', to: '2026-01-31' } as const;
  await callStaff(getExport, accounts, packer);
  fetched.mockImplementation(() => Promise.resolve(Response.json({ order: 1 })));
  await expect(callStaff(getOrder, { order: '1' }, packer)).rejects.toThrow(ApiError);
  await expect(callStaff(getOrder, { checkout: 'a b' }, packer)).rejects.toThrow(ApiError);
  expect(addresses()).toEqual([
    '/api/staff/orders-for-print?orders=3%2C1%2C2',
    '/api/staff/export?kind=customs&orders=3%2C1',
    '/api/staff/export?kind=accounts&from=2026-01-01&to=2026-01-31',
    '/api/staff/order?order=1',
    '/api/staff/order?checkout=a+b',
  ]);
});

test('a job is sent as it is, and its outcomes come back in their order', async () => {
  const outcome = { order: 7, outcome: 'stopped', stopped_by: 'disputed', status: 'disputed' };
  answers({ parcels: [outcome] });
  const body = { parcels: [{ event, order: 7, carrier: 'Evri', tracking_number: 'h001' }] };
  expect(await callStaff(dispatchParcels, body, packer)).toEqual({ parcels: [outcome] });
  const [address, sent] = fetched.mock.lastCall ?? [];
  expect(address).toBe('/api/staff/dispatch');
  expect(sent).toMatchObject({ method: 'POST', body: JSON.stringify(body) });
});

test('each line of a file of tracking numbers has its outcome', async () => {
  const line = {
    line: 1,
    order: 12,
    tracking_number: 'AB1',
    carrier: 'Evri',
    outcome: 'dispatched',
    detail: 'Sent.',
    warning: null,
  };
  answers({ lines: [line] });
  expect(await callStaff(sendTracking, { event, text: '12,AB1' }, packer)).toEqual({
    lines: [line],
  });
});

test('a refusal gives its reason', async () => {
  const refusal = { detail: 'Orders 7 and 8 have the same tracking number, A1. Nothing was sent.' };
  answers({ ...refusal, reason: 'number_twice' }, 400);
  await expect(callStaff(dispatchParcels, { parcels: [] }, packer)).rejects.toMatchObject({
    status: 400,
    message: refusal.detail,
  });
});

test('an answer of another form is a failure', async () => {
  fetched.mockImplementation(() => Promise.resolve(Response.json({ order: 'x' })));
  const calls = [
    callStaff(dispatchParcels, { parcels: [] }, packer),
    callStaff(deliverParcel, { event, parcel: 1 }, packer),
    callStaff(correctLabel, { event, order: 1, label: null }, packer),
    callStaff(addNote, { event, checkout: event, text: 'A note' }, packer),
    callStaff(resendMail, { event, mail: event }, packer),
    callStaff(sendTracking, { event, text: '12,AB1' }, packer),
  ];
  for (const call of calls) await expect(call).rejects.toThrow(ApiError);
  expect(addresses()).toEqual([
    '/api/staff/dispatch',
    '/api/staff/parcel/deliver',
    '/api/staff/label',
    '/api/staff/note',
    '/api/staff/mail',
    '/api/staff/tracking',
  ]);
});
