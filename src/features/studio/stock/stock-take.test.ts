import { beforeEach, expect, test, vi } from 'vitest';
import { ColourStock } from '#domain/contracts/staff-inventory.ts';
import { FakeStorage } from '#tests/support/fake-storage.ts';
import {
  beginSaving,
  countOne,
  dropCount,
  endSaving,
  failSaving,
  itemsOf,
  $stockTake,
  typeCount,
} from './stock-take.ts';

const local = new FakeStorage();
vi.stubGlobal('localStorage', local);
vi.stubGlobal('addEventListener', () => undefined);
vi.stubGlobal('removeEventListener', () => undefined);

const colourOf = (id: number, name: string) =>
  ColourStock.parse({
    variant_id: id,
    product_id: 1,
    product_name: 'Hat',
    color_name: name,
    sku: `HAT-${id}`,
    gtin: null,
    slug: 'hat',
    archived: false,
    price_pence: 2500,
    image: null,
    on_shelf: 5,
    to_send: 0,
    held: 0,
    free: 5,
    low: 3,
    own_low: false,
    is_low: false,
    sold_lately: 0,
    waiting: 0,
    waiting_since: null,
    expected: 0,
    expected_on: null,
  });
const ink = colourOf(1, 'Ink');
const bone = colourOf(2, 'Bone');

const differences = () => itemsOf($stockTake.get().rows);

beforeEach(() => {
  // Otherwise the store, which ends a second after its last use, ends among other tests.
  vi.useFakeTimers();
  local.clear();
  dropCount(ink);
  dropCount(bone);
});

test('is kept by the browser until it is saved', () => {
  countOne(ink);
  countOne(ink);
  expect(JSON.parse(local.getItem('studioStockTake') ?? '')).toMatchObject({
    rows: [{ colour: { variant_id: 1 }, typed: '2' }],
  });
  endSaving(beginSaving().rows);
  expect(local.getItem('studioStockTake')).toBeNull();
});

test('pieces scanned while it is being saved stay, and are compared with the saved count', () => {
  countOne(ink);
  const sent = beginSaving();
  countOne(ink);
  countOne(bone);
  endSaving(sent.rows);
  expect(differences()).toEqual([
    { variant_id: 1, seen: 1, now: 2 },
    { variant_id: 2, seen: 5, now: 1 },
  ]);
});

test('a save without a response is repeated as it was, whatever is counted since', () => {
  countOne(ink);
  const sent = beginSaving();
  typeCount(ink, '9');
  expect(beginSaving()).toEqual(sent);
  endSaving(sent.rows);
  expect(differences()).toEqual([{ variant_id: 1, seen: 1, now: 9 }]);
});

test('a refused save leaves the count, which is sent under a new key', () => {
  countOne(ink);
  const { event } = beginSaving();
  failSaving();
  typeCount(ink, '4');
  const again = beginSaving();
  expect(again.event).not.toBe(event);
  expect(itemsOf(again.rows)).toEqual([{ variant_id: 1, seen: 5, now: 4 }]);
});
