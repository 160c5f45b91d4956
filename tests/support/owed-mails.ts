import type { MailKind } from '#domain/enums.ts';

const id = '00000000-0000-4000-8000-000000000001';

const lowColour = {
  variant_id: 7,
  product_id: 3,
  product_name: 'Boss Beanie',
  color_name: 'Rust',
  sku: 'BB-RUST-7',
  gtin: null,
  slug: 'boss-beanie',
  archived: false,
  price_pence: 2450,
  image: null,
  on_shelf: 3,
  to_send: 2,
  held: 0,
  free: 1,
  low: 2,
  own_low: false,
  is_low: true,
  sold_lately: 12,
  waiting: 4,
  waiting_since: '2026-11-20 09:00:00+00',
  expected: 40,
  expected_on: '2026-12-04',
};

const order = {
  email: 'ada@example.com',
  order: 1042,
  checkout: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  placed_at: '2026-11-21 09:00:00+00',
  country: 'GB',
  duties: null,
  may_withdraw: true,
};

const beanie = {
  product_name: 'Boss Beanie',
  color_name: 'Rust',
  quantity: 2,
  image: '/catalogue/boss-beanie/rust.jpg',
};
const scarf = { product_name: 'Long Scarf', color_name: 'Ink', quantity: 1, image: null };

const other = {
  order: 1057,
  checkout: '3f2504e0-4f89-41d3-9a0c-0305e82c3302',
  placed_at: '2026-11-22 09:00:00+00',
  may_withdraw: true,
  items: [scarf],
  to_come: [],
  last: true,
  return_until: '2026-12-27',
  withdraw_until: '2026-12-11',
};

const duties = {
  policy: 'you_pay',
  in_union: true,
  estimate: { vat_basis_points: 2000, vat_pence: 500, duty_pence: 100, euro_pence: 87 },
};

const parcel = {
  ...order,
  carrier: 'Royal Mail',
  tracking_number: 'AB123456785GB',
  corrected: false,
  items: [beanie],
  to_come: [scarf],
  arrives_from: '2026-11-27',
  arrives_by: '2026-11-30',
  delivered_on: '2026-11-27',
  last: false,
  return_until: null,
  withdraw_until: null,
  others: [],
};

const cancelled = {
  ...order,
  actor: 'staff',
  reason: 'sold_out',
  declared_by: null,
  at: '2026-11-22 14:03:00+00',
  cancels_at: null,
  items: [scarf],
  whole: false,
  to_come: [beanie],
  amount_pence: 4770,
  method: 'stripe',
  refund_by: '2026-12-04',
};

const giftCard = {
  email: 'ada@example.com',
  card: '00000000-0000-4000-8000-000000000064',
  origin: 'refund',
  code: '7F3K-0QXD-M2NC-9WTA',
  code_end: '9WTA',
  balance_pence: 3465,
  last_day: '2028-11-23',
};

const refund = {
  ...order,
  amount_pence: 5465,
  cards: [],
  included_basis_points: 0,
  waits_for_shopper: false,
  parts: { goods: 4500, tax: 270, shipping: 495, goodwill: 200, deduction: 0 },
  deduction_reason: null,
  handed_over: null,
  reason: 'return',
  return_code: 'R-7K3M9QX2',
  items: [scarf],
  refund_by: '2026-12-07',
};

const back = {
  ...order,
  kind: 'return',
  code: 'R-7K3M9QX2',
  reason: 'Too long for me.\nVery nice otherwise.',
  noted: false,
  wish: [],
  declared_by: null,
  asked_at: '2026-11-30 18:20:00+00',
  send_by: '2026-12-14',
  arrived: false,
  label: null,
  items: [scarf],
  received: [],
  refund_by: null,
  refund_due: true,
  refunded_pence: 0,
  exchange: null,
  refused_because: null,
  deducted: null,
};
const returnLabel = {
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  state: 'bought',
  carrier: 'Royal Mail',
  tracking_number: 'QQ100000015GB',
  has_code: true,
  scan: null,
};
const backHere = { ...back, arrived: true, received: [scarf], refund_by: '2026-12-18' };

const link = {
  email: 'ada@example.com',
  reference: '3F2504E0',
  asked_at: '2026-11-22 14:03:00+00',
  amount_pence: 4770,
  items: [beanie],
  url: 'https://checkout.stripe.com/c/pay/cs_live_1',
  expires_at: '2026-11-23 13:03:00+00',
  added_to: 1042,
  replaced: [],
  code: null,
};

const newOrder = {
  order: 1042,
  leaves_by: '2026-11-24',
  shipping_name: 'Express next-day delivery',
  country: 'GB',
  units: 3,
};

const decision = {
  emails: ['max@example.com'],
  checkout: order.checkout,
  order: 1042,
  reference: '3F2504E0',
  amount_pence: 13_995,
  facts: null,
  due_by: null,
};

const drawn = {
  email: 'ada@example.com',
  id,
  product: 7,
  product_name: 'Boss Beanie',
  color_name: 'Rust',
  closes_at: '2026-12-04T18:00:00+00:00',
  receipt: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  place: 3,
  pieces: 20,
  ends_at: '2026-12-05T18:10:00+00:00',
  picture: '/catalogue/boss-beanie/rust-1.jpg',
};

const samples: Readonly<Record<string, [kind: MailKind, content: object]>> = {
  'dispatched in part': ['dispatched', parcel],
  'dispatched, untracked and abroad': [
    'dispatched',
    {
      ...parcel,
      carrier: 'The courier',
      tracking_number: null,
      to_come: [],
      country: 'FR',
      duties,
    },
  ],
  'dispatched to the United States': [
    'dispatched',
    {
      ...parcel,
      to_come: [],
      country: 'US',
      duties: { policy: 'we_pay', in_union: false, estimate: null },
    },
  ],
  'dispatched with another order': ['dispatched', { ...parcel, to_come: [], others: [other] }],
  'taken back with another order': ['dispatch_undone', { ...parcel, others: [other] }],
  'arrived with another order': [
    'delivered',
    { ...parcel, ...other, order: 1042, to_come: [], others: [other] },
  ],
  'dispatched, corrected': ['dispatched', { ...parcel, corrected: true }],
  'taken back': ['dispatch_undone', parcel],
  'another colour': [
    'swapped',
    {
      ...order,
      product_name: 'Boss Beanie',
      from: 'Ink',
      to: 'Rust',
      quantity: 2,
      refunded: false,
      to_come: [beanie, scarf],
    },
  ],
  'delivered in part': ['delivered', parcel],
  delivered: [
    'delivered',
    {
      ...parcel,
      to_come: [],
      last: true,
      return_until: '2026-12-27',
      withdraw_until: '2026-12-11',
    },
  ],
  'cancelled in part by the shop': ['cancelled', cancelled],
  'cancelled by the shopper': [
    'cancelled',
    { ...cancelled, actor: 'shopper', reason: 'shopper', whole: true, to_come: [] },
  ],
  'withdrawn before it left': [
    'cancelled',
    { ...cancelled, actor: 'shopper', reason: 'withdrawal', declared_by: 'Ada Lovelace' },
  ],
  'withdrawn by number and address': [
    'cancelled',
    {
      ...cancelled,
      actor: 'shopper',
      reason: 'withdrawal',
      declared_by: 'Ada Lovelace',
      cancels_at: '2026-11-22 14:33:00+00',
      amount_pence: null,
    },
  ],
  refunded: ['order_refund', refund],
  'refunded, of final prices': [
    'order_refund',
    {
      ...refund,
      amount_pence: 5400,
      included_basis_points: 2000,
      parts: { goods: 4500, tax: 0, shipping: 900, goodwill: 0, deduction: 0 },
    },
  ],
  'refunded at the dashboard': [
    'order_refund',
    { ...refund, parts: null, reason: null, return_code: null, items: [] },
  ],
  'refunded at the dashboard, of final prices': [
    'order_refund',
    { ...refund, included_basis_points: 2000, parts: null, reason: null, return_code: null },
  ],
  'refund that failed': ['refund_failed', refund],
  'refunded, less a deduction': [
    'order_refund',
    {
      ...refund,
      amount_pence: 4215,
      parts: { ...refund.parts, deduction: 1250 },
      deduction_reason: 'The soles are worn <down>.',
    },
  ],
  'refunded, waiting for the shopper': ['order_refund', { ...refund, waits_for_shopper: true }],
  'refunded to a gift card in part': [
    'order_refund',
    { ...refund, cards: [{ code_end: '9WTA', amount_pence: 2000, is_new: false }] },
  ],
  'refunded as store credit': [
    'order_refund',
    {
      ...refund,
      cards: [
        { code_end: '9WTA', amount_pence: 2000, is_new: false },
        { code_end: 'K7WM', amount_pence: 3465, is_new: true },
      ],
    },
  ],
  'store credit from a refund': ['gift_card', giftCard],
  'store credit from staff': ['gift_card', { ...giftCard, origin: 'given' }],
  'a gift card that ends': ['gift_card_ends', giftCard],
  'return asked for': ['return_asked', back],
  'return that staff noted': ['return_asked', { ...back, noted: true }],
  'return of a fault': ['return_asked', { ...back, kind: 'fault' }],
  'return with a label': ['return_asked', { ...back, label: returnLabel }],
  'withdrawn after delivery': [
    'return_asked',
    { ...back, kind: 'withdrawal', reason: null, declared_by: 'Ada Lovelace' },
  ],
  'exchange asked for': ['return_asked', { ...back, wish: [beanie] }],
  'exchange agreed': [
    'return_asked',
    {
      ...back,
      refund_due: true,
      exchange: { order: 1050, waits: true, items: [beanie], back_pence: 478 },
    },
  ],
  'a link to pay for added pieces': ['payment_link', link],
  'a link to pay for a dearer piece': ['payment_link', { ...link, replaced: [scarf] }],
  'a link to pay for an exchange': [
    'payment_link',
    { ...link, replaced: [scarf], code: 'R-0123ABCD' },
  ],
  'a link to pay, which has lapsed': ['payment_link', { ...link, url: null, added_to: null }],
  'return received': ['return_received', backHere],
  'return settled without a refund': [
    'return_settled',
    {
      ...backHere,
      refund_due: false,
      deducted: { amount_pence: 4770, reason: 'The soles are worn <down>.' },
    },
  ],
  'return received, refunded before': [
    'return_received',
    { ...backHere, refund_due: false, refunded_pence: 4770 },
  ],
  'return received, refunded in part before': [
    'return_received',
    { ...backHere, refunded_pence: 500 },
  ],
  'return refused': [
    'return_refused',
    { ...backHere, received: [], refused_because: 'It has been worn and washed.' },
  ],
  'a request for reviews': ['review_request', { ...order, items: [beanie, scarf] }],
  'a hidden review': [
    'review_hidden',
    {
      ...order,
      product_name: 'Boss Beanie',
      reason: 'personal_data',
      because: 'It names a <neighbour>.',
      stars: 2,
      words: 'My neighbour Charles Babbage laughed.',
    },
  ],
  'a part to withdraw from': ['withdrawal_link', order],
  'a new order': ['staff_order', { emails: ['max@example.com'], count: 1, orders: [newOrder] }],
  'many new orders': [
    'staff_order',
    {
      emails: ['max@example.com', 'pat@example.com'],
      count: 53,
      orders: Array.from({ length: 50 }, (_, place) => ({ ...newOrder, order: 1000 + place })),
    },
  ],
  'a payment under review': ['staff_decision', { ...decision, why: 'review', order: null }],
  'a refund that fails': [
    'staff_decision',
    { ...decision, why: 'refund_failed', facts: { failure: 'expired_or_canceled_card' } },
  ],
  'a refund given up': [
    'staff_decision',
    { ...decision, why: 'refund_given_up', facts: { because: 'paid_back_elsewhere' } },
  ],
  'a surplus': ['staff_decision', { ...decision, why: 'refund_surplus' }],
  'a dispute': [
    'staff_decision',
    {
      ...decision,
      why: 'dispute',
      facts: { reason: 'fraudulent' },
      due_by: '2026-12-01 23:59:59+00',
    },
  ],
  'colours low in stock': [
    'staff_stock',
    { emails: ['percy@example.com'], count: 51, colours: [lowColour] },
  ],
  'a release that failed': [
    'staff_release',
    {
      emails: ['mary@example.com', 'max@example.com'],
      release: id,
      title: 'Winter drop',
      scheduled_for: '2026-12-04 18:00:00+00',
      failure: { reason: 'price_jumps', facts: [{ slug: 'boss-beanie', was: 2500, now: 250 }] },
    },
  ],
  'a login code': ['login_code', { email: 'ada@example.com', request: id, proves: true }],
  'back in stock': [
    'back_in_stock',
    {
      email: 'ada@example.com',
      alert: id,
      product: 7,
      variant: 19,
      product_name: 'Boss Beanie',
      color_name: 'Rust',
      picture: '/catalogue/boss-beanie/rust-1.jpg',
    },
  ],
  'an entry to confirm': ['draw_confirm', drawn],
  'the receipt of an entry': ['draw_receipt', drawn],
  'a draw won': ['draw_won', drawn],
  'a draw not won': ['draw_lost', { ...drawn, place: 31, ends_at: null }],
  'a cart that was left': [
    'cart_left',
    {
      email: 'ada@example.com',
      subscription: id,
      left_on: '2026-11-22',
      lines: [
        { ...beanie, variant: 19 },
        { ...scarf, variant: 23 },
      ],
    },
  ],
  'an invitation to the studio': [
    'staff_invitation',
    { email: 'eve@example.com', invitation: id, role: 'packer', by: 'Morag' },
  ],
  'a welcome code': [
    'welcome',
    {
      email: 'ada@example.com',
      subscription: id,
      code: 'K7WMQ2ZT9PXA',
      kind: 'amount',
      percent: null,
      amount_pence: 500,
      minimum_pence: 4000,
      with_sales: false,
      tax_basis_points: 600,
      last_day: '2026-12-26',
    },
  ],
  'a parked e-mail': [
    'staff_decision',
    {
      ...decision,
      why: 'mail_parked',
      amount_pence: null,
      facts: { mail: 'dispatched', error: '422 invalid address' },
    },
  ],
};

/** An e-mail of each kind, as the outbox hands it over, by subject. */
export const owedMails = Object.entries(samples).map(([about, [kind, content]]) => ({
  about,
  mail: { id, kind, content },
}));
