import { randomUUID } from 'node:crypto';
import { firstSettings } from '../../support/first-settings.ts';
import { type Calls, readingAs } from './call.ts';
import type { FuzzedShop } from './fuzzed-shop.ts';

/** Studio calls that move or count money. */
export function staffMoneyCalls({
  checkout,
  manager,
  ofManager,
  order,
  owner,
  refund,
}: FuzzedShop): Calls {
  return {
    'staff-team': ofManager('/api/staff/team', {
      do: 'role_changed',
      event: randomUUID(),
      staff: 999_999,
      role: 'packer',
    }),
    'staff-settings': ofManager('/api/staff/settings', {
      change: randomUUID(),
      seen: firstSettings,
      settings: { ...firstSettings, zones: { world: 0 } },
    }),
    'staff-figures': readingAs(
      manager,
      '/api/staff/figures?period=day',
      '/api/staff/figures?period=month&day=2026-03-29',
    ),
    'staff-payouts': readingAs(manager, '/api/staff/payouts', '/api/staff/payouts?after=po_1'),
    'staff-quarters': readingAs(manager, '/api/staff/quarters'),
    'staff-quarter-file': ofManager('/api/staff/quarter-file', {
      event: randomUUID(),
      quarter: '2025-07-01',
      seen: 'd41d8cd98f00b204e9800998ecf8427e',
    }),
    'staff-visits': readingAs(
      manager,
      '/api/staff/visits?period=day',
      '/api/staff/visits?period=month&day=2026-03-29',
    ),
    'staff-health': readingAs(manager, '/api/staff/health'),
    'staff-complaints': ofManager('/api/staff/complaints', {
      complaint: randomUUID(),
      outcome: 'Explained by e-mail.',
    }),
    'staff-discounts': readingAs(manager, '/api/staff/discounts'),
    'staff-discount-make': ofManager('/api/staff/discount-make', {
      change: randomUUID(),
      terms: {
        name: 'Spring',
        kind: 'amount',
        percent: null,
        amount_pence: 500,
        minimum_pence: 2000,
        max_uses: 3,
        once_per_person: true,
        with_sales: false,
        starts_at: null,
        ends_at: null,
        code: 'SPRING',
        products: [],
        categories: [],
      },
    }),
    'staff-discount-pause': ofManager('/api/staff/discount-pause', {
      change: randomUUID(),
      discount: 1,
      paused: true,
    }),
    'staff-discount-extend': ofManager('/api/staff/discount-extend', {
      change: randomUUID(),
      discount: 1,
      ends_at: '2090-01-01T00:00:00Z',
    }),
    'staff-discount-codes': ofManager('/api/staff/discount-codes', {
      change: randomUUID(),
      discount: 1,
      count: 5,
    }),
    'staff-return-ask': ofManager('/api/staff/return/ask', {
      event: randomUUID(),
      order,
      kind: 'return',
      items: [{ variant_id: owner.sku.variant_id, quantity: 1 }],
      reason: 'By e-mail',
    }),
    'staff-return-receive': ofManager('/api/staff/return/receive', {
      event: randomUUID(),
      return: 1,
      items: [{ variant_id: owner.sku.variant_id, restocked: 1, written_off: 0 }],
    }),
    'staff-return-settle': ofManager('/api/staff/return/settle', {
      event: randomUUID(),
      return: 1,
      shipping_pence: null,
      deduction_pence: 100,
      deduction_reason: 'Worn',
      refund_pence: 100,
    }),
    'staff-return-refuse': ofManager('/api/staff/return/refuse', {
      event: randomUUID(),
      return: 1,
      reason: 'Worn',
    }),
    'staff-foresee': ofManager(
      '/api/staff/foresee',
      { act: 'cancel', order, items: null },
      {
        act: 'refund',
        order,
        items: [{ variant_id: owner.sku.variant_id, quantity: 1 }],
        shipping_pence: 0,
        goodwill_pence: 1,
      },
      { act: 'settle', return: 1, shipping_pence: 0, deduction_pence: 100 },
    ),
    'staff-cancel': ofManager('/api/staff/cancel', {
      event: randomUUID(),
      order,
      items: [{ variant_id: owner.sku.variant_id, quantity: 1 }],
      reason: 'other',
      restock: true,
    }),
    'staff-refund': ofManager('/api/staff/refund', {
      event: refund,
      order,
      items: [{ variant_id: owner.sku.variant_id, quantity: 1 }],
      shipping_pence: 0,
      goodwill_pence: 1,
      reason: 'fault',
      return: null,
    }),
    'staff-refund-retry': ofManager('/api/staff/refund/retry', {
      event: randomUUID(),
      order_refund: refund,
    }),
    'staff-refund-give-up': ofManager('/api/staff/refund/give-up', {
      event: randomUUID(),
      order_refund: randomUUID(),
    }),
    'staff-payment-retry': ofManager('/api/staff/payment/retry', {
      event: randomUUID(),
      checkout: checkout.id,
    }),
    'staff-payment-settle': ofManager('/api/staff/payment/settle', {
      event: randomUUID(),
      checkout: checkout.id,
      note: 'By transfer',
    }),
    'staff-payment-close-surplus': ofManager('/api/staff/payment/close-surplus', {
      event: randomUUID(),
      checkout: checkout.id,
      note: 'Left to the shopper',
    }),
    'staff-review': ofManager(
      '/api/staff/review',
      { event: randomUUID(), checkout: checkout.id, decision: 'accept' },
      { event: randomUUID(), checkout: randomUUID(), decision: 'refund' },
    ),
  };
}
