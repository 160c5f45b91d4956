import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../http/api-error.ts';
import { fetchExport, sendTracking } from './exports.ts';

const packer = { id: 'a user', access: 'a token' };
const fetched = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

test('a file is asked for by its kind', async () => {
  const file = { name: 'customs-2026-11-22.csv', text: '\uFEFFOrder\n' };
  fetched.mockImplementation(() => Promise.resolve(Response.json(file)));
  expect(await fetchExport({ kind: 'customs', orders: [3, 1] }, packer)).toEqual(file);
  await fetchExport({ kind: 'accounts', from: '2026-01-01', to: '2026-01-31' }, packer);
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([
    '/api/staff/export?kind=customs&orders=3%2C1',
    '/api/staff/export?kind=accounts&from=2026-01-01&to=2026-01-31',
  ]);
});

test('each line of a file of tracking numbers has its outcome; another answer is a failure', async () => {
  const line = {
    line: 1,
    order: 12,
    tracking_number: 'AB1',
    carrier: 'Evri',
    outcome: 'dispatched',
    detail: 'Sent.',
    warning: null,
  };
  fetched.mockResolvedValueOnce(Response.json({ lines: [line] }));
  const body = { event: '6f0d2c4e-7c1b-4f57-9f39-0f6a8e0d1b11', text: '12,AB1' };
  expect(await sendTracking(body, packer)).toEqual({ lines: [line] });
  fetched.mockResolvedValueOnce(Response.json({}));
  await expect(sendTracking(body, packer)).rejects.toThrow(ApiError);
});
