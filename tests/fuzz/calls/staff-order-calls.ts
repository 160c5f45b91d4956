import { randomUUID } from 'node:crypto';
import { stockShows } from '#domain/contracts/staff-inventory.ts';
import { staffLists } from '#domain/contracts/staff-orders.ts';
import { type Calls, downloadingAs, readingAs } from './call.ts';
import type { FuzzedShop } from './fuzzed-shop.ts';

/** Studio calls for dispatching orders. */
export function staffOrderCalls({
  goneOrder,
  manager,
  ofManager,
  order,
  ownCheckout,
  owner,
  parcel,
  sent,
}: FuzzedShop): Calls {
  return {
    'staff-order': readingAs(
      manager,
      `/api/staff/order?order=${order}`,
      `/api/staff/order?checkout=${ownCheckout.id}`,
    ),
    'staff-orders': readingAs(
      manager,
      ...staffLists.map((list) => `/api/staff/orders?list=${list}`),
      '/api/staff/orders?list=all&q=ada',
      '/api/staff/orders?list=all&after=1',
      '/api/staff/orders?list=to_send&leaves=today&delivery=express&to=domestic&pieces=one&note=any',
      '/api/staff/orders?list=all&q=ada&goods=sent&money=paid&since=2026-01-01&until=2026-12-31',
      '/api/staff/orders?list=decide&why=review',
    ),
    'staff-return-photos': readingAs(manager, `/api/staff/return-photos?order=${order}`),
    'staff-scanned': readingAs(manager, '/api/staff/scanned?code=4006381333931'),
    'staff-stock': readingAs(
      manager,
      ...stockShows.map((show) => `/api/staff/stock?q=hat&show=${show}&after=1`),
    ),
    'staff-stock-colour': readingAs(
      manager,
      `/api/staff/stock/colour?variant=${owner.sku.variant_id}&after=9`,
    ),
    'staff-stock-adjust': ofManager('/api/staff/stock/adjust', {
      event: randomUUID(),
      why: 'found',
      note: 'Behind the shelf',
      items: [{ variant_id: owner.sku.variant_id, seen: 1, now: 2 }],
    }),
    'staff-stock-limit': ofManager(
      '/api/staff/stock/limit',
      { variant_id: owner.sku.variant_id, low: 4 },
      { variant_id: owner.sku.variant_id, low: null },
    ),
    'staff-stock-expect': ofManager('/api/staff/stock/expect', {
      delivery: randomUUID(),
      variant_id: owner.sku.variant_id,
      units: 3,
      due_on: '2026-12-04',
      note: null,
    }),
    'staff-stock-arrive': ofManager('/api/staff/stock/arrive', {
      delivery: randomUUID(),
      arrived: 3,
    }),
    'staff-orders-for-print': readingAs(manager, `/api/staff/orders-for-print?orders=${order},2`),
    'staff-dispatch': ofManager('/api/staff/dispatch', {
      parcels: [
        {
          event: randomUUID(),
          order,
          carrier: 'Royal Mail',
          tracking_number: 'EE473124829GB',
          items: [{ variant_id: owner.sku.variant_id, quantity: 1 }],
        },
        { event: randomUUID(), order, carrier: 'Evri', tracking_number: null, items: null },
      ],
    }),
    'staff-export': downloadingAs(
      manager,
      ...[
        `kind=click-and-drop&orders=${order},${goneOrder}`,
        `kind=customs&orders=${order}`,
        'kind=accounts&from=2026-01-01&to=2026-12-31',
        'kind=movements&from=2026-01-01&to=2026-12-31',
        'kind=figures&period=week&day=2026-03-29',
      ].map((query) => `/api/staff/export?${query}`),
    ),
    'staff-tracking': ofManager('/api/staff/tracking', {
      event: randomUUID(),
      carrier: 'Evri',
      text: `Order reference,Tracking number\n${order},"QQ 123456785 GB"\n${goneOrder},H00A1`,
    }),
    'staff-label': ofManager(
      '/api/staff/label',
      {
        event: randomUUID(),
        order,
        label: { name: 'Ada', line1: '2 Low Street', postcode: 'N1 1AA', country: 'GB' },
      },
      { event: randomUUID(), order, label: null },
    ),
    'staff-apart': ofManager('/api/staff/apart', { order, apart: true }, { order, apart: false }),
    'staff-mail': ofManager('/api/staff/mail', { event: randomUUID(), mail: sent.id }),
    'staff-note': ofManager('/api/staff/note', {
      event: randomUUID(),
      checkout: ownCheckout.id,
      text: 'Rang the shopper.\nThey are away until Monday.',
    }),
    'staff-link': ofManager('/api/staff/link', {
      event: randomUUID(),
      order,
      person: null,
      lines: [{ variant_id: owner.sku.variant_id, quantity: 1 }],
    }),
    'staff-link-end': ofManager('/api/staff/link/end', { checkout: ownCheckout.id }),
    'staff-gift': ofManager('/api/staff/gift', {
      event: randomUUID(),
      lines: [{ variant_id: owner.sku.variant_id, quantity: 1 }],
      person: {
        name: 'Ada Lovelace',
        address: '2 Low Street, London N1 1AA',
        email: 'ada@example.com',
        phone: '020 7946 0000',
        country: 'GB',
      },
      reason: 'Press',
    }),
    'staff-exchange': ofManager('/api/staff/exchange', {
      event: randomUUID(),
      order,
      items: [{ from: owner.sku.variant_id, to: owner.sku.variant_id, quantity: 1 }],
      kind: 'return',
      reason: 'Too small.',
      at_once: true,
    }),
    'staff-replace': ofManager('/api/staff/replace', {
      event: randomUUID(),
      order,
      items: [{ variant_id: owner.sku.variant_id, quantity: 1 }],
      reason: 'lost',
    }),
    'staff-edit': ofManager('/api/staff/edit', {
      event: randomUUID(),
      order,
      swaps: [{ from: owner.sku.variant_id, to: owner.sku.variant_id + 1, quantity: 1 }],
      removed: [{ variant_id: owner.sku.variant_id, quantity: 1 }],
    }),
    'staff-email': ofManager('/api/staff/email', {
      event: randomUUID(),
      order,
      email: 'ada.lovelace@example.com',
      again: true,
    }),
    'staff-deliver': ofManager('/api/staff/deliver', {
      orders: [
        { event: randomUUID(), order },
        { event: randomUUID(), order: goneOrder },
      ],
      at: new Date().toISOString(),
    }),
    'staff-parcel-undo': ofManager('/api/staff/parcel/undo', {
      event: randomUUID(),
      parcel: parcel.id,
    }),
    'staff-parcel-deliver': ofManager('/api/staff/parcel/deliver', {
      event: randomUUID(),
      parcel: parcel.id,
      at: new Date().toISOString(),
    }),
    'staff-parcel-correct': ofManager('/api/staff/parcel/correct', {
      event: randomUUID(),
      parcel: parcel.id,
      carrier: 'DPD',
      tracking_number: '15501234567890',
    }),
  };
}
