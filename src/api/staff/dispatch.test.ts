import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../http/api-error.ts';
import { addNote, changeParcel, correctLabel, dispatchParcels, resendMail } from './dispatch.ts';

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

test('a job is sent as it is, and its outcomes come back in their order', async () => {
  const outcome = { order: 7, outcome: 'stopped', stopped_by: 'disputed', status: 'disputed' };
  answers({ parcels: [outcome] });
  const body = { parcels: [{ event, order: 7, carrier: 'Evri', tracking_number: 'h001' }] };
  expect(await dispatchParcels(body, packer)).toEqual([outcome]);
  const [address, sent] = fetched.mock.lastCall ?? [];
  expect(address).toBe('/api/staff/dispatch');
  expect(sent).toMatchObject({ method: 'POST', body: JSON.stringify(body) });
});

test('a refusal tells why', async () => {
  const refusal = { detail: 'Orders 7 and 8 have the same tracking number, A1. Nothing was sent.' };
  answers({ ...refusal, reason: 'number_twice' }, 400);
  await expect(dispatchParcels({ parcels: [] }, packer)).rejects.toMatchObject({
    status: 400,
    message: refusal.detail,
  });
});

test('an answer of another form is a failure', async () => {
  fetched.mockImplementation(() => Promise.resolve(Response.json({ order: 'x' })));
  const calls = [
    dispatchParcels({ parcels: [] }, packer),
    changeParcel({ do: 'deliver', event, parcel: 1 }, packer),
    correctLabel({ event, order: 1, label: null }, packer),
    addNote({ event, checkout: event, text: 'A note' }, packer),
    resendMail({ event, mail: event }, packer),
  ];
  for (const call of calls) await expect(call).rejects.toThrow(ApiError);
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([
    '/api/staff/dispatch',
    '/api/staff/parcel',
    '/api/staff/label',
    '/api/staff/note',
    '/api/staff/mail',
  ]);
});
