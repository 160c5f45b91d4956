import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts';
import { fileEarlyQuarter } from '../support/filed-quarter.ts';
import { liveThrough } from '../support/order-life.ts';
import { payOutAll } from '../support/paid-out.ts';
import { shopDatabase } from '../support/shop-database.ts';

// Names every table and column of the shop, so that a new one is added to the export, the erasure and the
// retention periods with it.

/** Effect on a table's rows when their shopper closes the account. */
type OnClosing = 'deleted' | 'kept without the login' | 'kept as a fingerprint';

interface PersonalTable {
  /** SQL condition for one shopper's rows, by id, e-mail and the hash used for rate limits. */
  own: string;
  onClosing: OnClosing;
  /** A period of `retention_periods`, or another table whose rows are deleted with these. */
  kept: string | { with: string };
  /** Path of keys in the export, through the first element of each list. */
  exported: string[];
  /** The export's key for each column, or the reason for leaving it out. */
  columns: Record<string, string | { because: string }>;
}

const theirs = 'user_id = $1';
const theirCheckout = 'checkout_id in (select id from checkouts where user_id = $1)';
const theirPayment = 'payment_id in (select id from payments where user_id = $1)';
const theirOrder = 'order_id in (select id from orders where user_id = $1)';
const theirQuarter =
  'quarter in (select quarter from filed_quarters q join staff s on s.id = q.staff_id where s.user_id = $1)';
const account = 'the life of the account';
const always = 'as long as the shop sends news';
const mark = { because: 'a working mark of the shop' };
/** Periods of rows that are deleted as soon as they have expired. */
const withoutPeriod = [
  'counts of attempts',
  'codes of authenticator apps',
  'login codes',
  'merges not accepted',
  'invitations not accepted',
  'counts of visits',
];
const shops = { because: 'what the shop wrote is the shop’s' };
const stripes = { because: 'what Stripe charges the shop; the payment is exported' };
const owner = { because: 'all of the export is theirs' };
const nested = { because: 'the export has it below its owner' };

const personal: Record<string, PersonalTable> = {
  profiles: {
    own: theirs,
    onClosing: 'deleted',
    kept: account,
    exported: ['account'],
    columns: {
      user_id: 'id',
      username: 'username',
      email_confirmed_at: 'email_confirmed_at',
      password_until: mark,
      created_at: { because: 'as the account' },
    },
  },
  subscriptions: {
    own: 'lower(email) = lower($2)',
    onClosing: 'deleted',
    kept: 'subscriptions not confirmed',
    exported: ['subscriptions'],
    columns: {
      id: 'id',
      email: 'email',
      asked_at: 'asked_at',
      asked_from: 'asked_from',
      confirmed_at: 'confirmed_at',
      confirmed_text: 'confirmed_text',
    },
  },
  mailings: {
    own: 'changed_by in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: always,
    exported: [],
    columns: Object.fromEntries(
      'id version content state send_at when_open people changed_at changed_by released_by started_at ended_at'
        .split(' ')
        .map((column) => [column, shops]),
    ),
  },
  cart_reminders: {
    own: 'turned_on_by in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: always,
    exported: [],
    columns: { only_row: shops, after_hours: shops, since: shops, turned_on_by: shops },
  },
  welcome_offer: {
    own: 'turned_on_by in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: always,
    exported: [],
    columns: { only_row: shops, discount_id: shops, turned_on_at: shops, turned_on_by: shops },
  },
  welcomed_addresses: {
    own: 'address_hash = address_hash(mail_person($2))',
    onClosing: 'kept as a fingerprint',
    kept: always,
    exported: ['welcome_codes'],
    columns: { address_hash: 'address_hash', at: 'sent_at' },
  },
  edits: {
    own: 'staff_id in (select id from staff where user_id = $1)',
    onClosing: 'deleted',
    kept: 'unsaved input of the studio',
    exported: [],
    columns: Object.fromEntries(
      'staff_id form subjects title input writer version began_at changed_at'
        .split(' ')
        .map((column) => [column, shops]),
    ),
  },
  mailing_batches: {
    own: 'mailing_id in (select m.id from mailings m join staff s on s.id = m.changed_by where s.user_id = $1)',
    onClosing: 'kept without the login',
    kept: { with: 'mailings' },
    exported: [],
    columns: Object.fromEntries(
      'id mailing_id due_at attempts claim first_tried_at ended_at last_error'
        .split(' ')
        .map((column) => [column, shops]),
    ),
  },
  mailing_recipients: {
    own: 'subscription_id in (select id from subscriptions where lower(email) = lower($2))',
    onClosing: 'kept without the login',
    kept: 'e-mails sent or given up',
    exported: ['news'],
    columns: {
      id: 'id',
      mailing_id: 'mailing',
      subscription_id: 'subscription',
      batch_id: mark,
      state: 'state',
      provider_id: 'provider_number',
      error: 'error',
      sent_at: 'sent_at',
      left_at: { because: 'only of those who are off the list, and so of nobody' },
      left_why: { because: 'as left_at' },
    },
  },
  suppressions: {
    own: 'address_hash = address_hash($2)',
    onClosing: 'kept as a fingerprint',
    kept: always,
    exported: ['suppressions'],
    columns: { address_hash: 'address_hash', reason: 'reason', since: 'since' },
  },
  stock_alerts: {
    own: '(user_id = $1 or lower(email) = lower($2))',
    onClosing: 'deleted',
    kept: 'stock alerts',
    exported: ['stock_alerts'],
    columns: {
      id: 'id',
      variant_id: 'colour_id',
      email: 'email',
      user_id: owner,
      asked_at: 'asked_at',
      ended_at: 'ended_at',
      ended_why: 'ended_why',
    },
  },
  complaints: {
    own: 'lower(email) = lower($2) and answered_at is not null',
    onClosing: 'deleted',
    kept: 'complaints that were answered',
    exported: ['complaints'],
    columns: {
      id: 'id',
      name: 'name',
      email: 'email',
      words: 'words',
      received_at: 'received_at',
      answered_at: 'answered_at',
      answered_by: { because: 'who of the shop it was is the shop’s' },
      outcome: 'outcome',
    },
  },
  billing_infos: {
    own: theirs,
    onClosing: 'kept without the login',
    kept: 'name and address in orders',
    exported: ['billing_forms'],
    columns: {
      id: 'id',
      user_id: owner,
      name: 'name',
      address: 'address',
      email: 'email',
      phone: 'phone',
      saved_at: 'saved_at',
      erased_at: 'erased_at',
      content_hash: mark,
    },
  },
  checkouts: {
    own: theirs,
    onClosing: 'kept without the login',
    kept: 'checkouts without a payment',
    exported: ['checkouts'],
    columns: {
      id: 'id',
      user_id: owner,
      billing_info_id: 'billing_form',
      country: 'country',
      currency: 'currency',
      subtotal_pence: 'goods_pence',
      discount_pence: 'discount_pence',
      tax_basis_points: 'tax_basis_points',
      tax_pence: 'tax_pence',
      tax_display: 'tax_display',
      included_basis_points: 'included_basis_points',
      duties: 'duties',
      terms_version: 'terms_version',
      delivery: 'delivery',
      status: 'status',
      stripe_session_id: 'payment_page',
      stripe_session_url: { because: 'it opens the payment page' },
      session_expires_at: 'payment_page_expires_at',
      created_at: 'opened_at',
      closed_at: 'closed_at',
      by_link: 'by_link',
      order_seen_at: 'order_shown_at',
      swept_at: mark,
      network_hash: { because: 'nobody can read an address from it, and it goes with the hold' },
    },
  },
  checkout_lines: {
    own: theirCheckout,
    onClosing: 'kept without the login',
    kept: { with: 'checkouts' },
    exported: ['checkouts', 'goods'],
    columns: {
      checkout_id: nested,
      variant_id: 'colour_id',
      product_id: 'product_id',
      product_name: 'product',
      color_name: 'colour',
      unit_pence: 'unit_pence',
      quantity: 'quantity',
      discount_pence: 'discount_pence',
      replaces_variant_id: 'instead_of_colour_id',
      surplus_pence: 'surplus_pence',
    },
  },
  checkout_discounts: {
    own: theirCheckout,
    onClosing: 'kept without the login',
    kept: { with: 'checkouts' },
    exported: ['checkouts', 'discount_code'],
    columns: {
      checkout_id: nested,
      discount_id: { because: 'the code says as much' },
      code: 'code',
      given_back_at: 'given_back_at',
    },
  },
  checkout_shipping_options: {
    own: theirCheckout,
    onClosing: 'kept without the login',
    kept: { with: 'checkouts' },
    exported: ['checkouts', 'delivery_offered'],
    columns: {
      checkout_id: nested,
      position: { because: 'the order of the list' },
      name: 'name',
      amount_pence: 'amount_pence',
      waived_pence: 'waived_pence',
      min_business_days: 'business_days_at_least',
      max_business_days: 'business_days_at_most',
      express: 'express',
    },
  },
  stock_holds: {
    own: theirCheckout,
    onClosing: 'deleted',
    kept: { with: 'checkouts' },
    exported: ['checkouts', 'goods'],
    columns: {
      checkout_id: nested,
      variant_id: 'colour_id',
      quantity: 'reserved',
      expires_at: 'reserved_until',
    },
  },
  payments: {
    own: theirs,
    onClosing: 'kept without the login',
    kept: 'name and address in orders',
    exported: ['payments'],
    columns: {
      id: 'id',
      checkout_id: 'checkout',
      user_id: owner,
      billing_info_id: 'billing_form',
      method: 'method',
      amount_pence: 'goods_pence',
      charged_pence: 'charged_pence',
      currency: 'currency',
      status: 'status',
      stripe_session_id: 'payment_page',
      stripe_payment_intent_id: 'stripe_payment',
      shipping_pence: 'delivery_pence',
      created_at: 'paid_at',
      moved_at: {
        because: 'the time of the latest of what is exported: payment, refunds, disputes',
      },
    },
  },
  credit_notes: {
    own: 'refund_id in (select r.id from refunds r join payments p on p.id = r.payment_id where p.user_id = $1)',
    onClosing: 'kept without the login',
    kept: { with: 'refunds' },
    exported: ['payments', 'refunds', 'credit_notes'],
    columns: {
      number: 'number',
      refund_id: nested,
      cancels: 'cancels',
      issued_at: 'issued_at',
      amount_pence: 'amount_pence',
      tax_pence: 'tax_pence',
      rate_basis_points: 'tax_rate_basis_points',
    },
  },
  filed_movements: {
    own: theirPayment,
    onClosing: 'kept without the login',
    kept: { with: 'payments' },
    exported: [],
    columns: {
      quarter: { because: 'copied from payments and refunds, which are exported' },
      key: { because: 'copied from payments and refunds, which are exported' },
      kind: { because: 'copied from payments and refunds, which are exported' },
      at: { because: 'copied from payments and refunds, which are exported' },
      counts_on: { because: 'copied from payments and refunds, which are exported' },
      is_late: { because: 'copied from payments and refunds, which are exported' },
      payment_id: nested,
      country: { because: 'copied from payments and refunds, which are exported' },
      rate_basis_points: { because: 'copied from payments and refunds, which are exported' },
      currency: { because: 'copied from payments and refunds, which are exported' },
      amount_pence: { because: 'copied from payments and refunds, which are exported' },
      tax_pence: { because: 'copied from payments and refunds, which are exported' },
    },
  },
  stripe_entries: {
    own: 'stripe_payment_intent_id in (select stripe_payment_intent_id from payments where user_id = $1)',
    onClosing: 'kept without the login',
    kept: { with: 'payments' },
    exported: [],
    columns: {
      stripe_entry_id: stripes,
      stripe_payout_id: stripes,
      type: stripes,
      kind: stripes,
      amount_pence: stripes,
      fee_pence: stripes,
      currency: stripes,
      created_at: stripes,
      source: stripes,
      stripe_payment_intent_id: stripes,
    },
  },
  filed_quarters: {
    own: 'staff_id in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: account,
    exported: [],
    columns: {
      quarter: { because: 'what somebody did for the shop is the shop’s record' },
      id: mark,
      staff_id: { because: 'what somebody did for the shop is the shop’s record' },
      filed_at: { because: 'what somebody did for the shop is the shop’s record' },
    },
  },
  filed_files: {
    own: theirQuarter,
    onClosing: 'kept without the login',
    kept: account,
    exported: [],
    columns: {
      quarter: { because: 'copied from filed_movements' },
      kind: { because: 'copied from filed_movements' },
      text: { because: 'copied from filed_movements' },
    },
  },
  refunds: {
    own: theirPayment,
    onClosing: 'kept without the login',
    kept: { with: 'payments' },
    exported: ['payments', 'refunds'],
    columns: {
      id: 'id',
      payment_id: nested,
      order_refund_id: 'order_refund',
      amount_pence: 'amount_pence',
      reason: 'reason',
      state: 'state',
      source: 'made_by',
      stripe_refund_id: 'stripe_refund',
      failure_reason: 'failure',
      created_at: 'asked_at',
      settled_at: 'settled_at',
    },
  },
  disputes: {
    own: theirPayment,
    onClosing: 'kept without the login',
    kept: { with: 'payments' },
    exported: ['payments', 'disputes'],
    columns: {
      stripe_dispute_id: 'stripe_dispute',
      payment_id: nested,
      amount_pence: 'amount_pence',
      reason: 'reason',
      status: 'status',
      due_by: 'answer_due_by',
      created_at: 'opened_at',
      closed_at: 'closed_at',
    },
  },
  orders: {
    own: theirs,
    onClosing: 'kept without the login',
    kept: 'name and address in orders',
    exported: ['orders'],
    columns: {
      id: 'id',
      checkout_id: 'checkout',
      payment_id: 'payment',
      user_id: owner,
      customer_id: { because: 'it follows from the account or the address' },
      billing_info_id: 'billing_form',
      country: 'country',
      subtotal_pence: 'goods_pence',
      discount_pence: 'discount_pence',
      tax_pence: 'tax_pence',
      included_basis_points: 'included_basis_points',
      tax_inside_pence: 'tax_inside_pence',
      shipping_pence: 'delivery_pence',
      shipping_name: 'delivery',
      adjustment_pence: 'adjustment_pence',
      order_amount_pence: 'total_pence',
      total_items: 'units',
      status: 'status',
      goods_status: { because: 'it follows from parcels, returns and what was cancelled' },
      money_status: { because: 'it follows from refunds and disputes' },
      counts_from: 'paid_at',
      waits_for: 'waits_for',
      cancels_at: 'cancels_at',
      leaves_by: 'leaves_by',
      arrives_from: 'arrives_from',
      arrives_by: 'arrives_by',
      created_at: 'ordered_at',
      units_to_send: 'units_to_send',
      label: 'address_on_the_label',
      sent_apart: 'sent_apart',
    },
  },
  customers: {
    own: theirs,
    onClosing: 'deleted',
    kept: account,
    exported: [],
    columns: {
      id: mark,
      user_id: owner,
      email: { because: 'of guests only; the billing forms have it' },
      last_order_at: { because: 'the date of an order' },
    },
  },
  customer_events: {
    own: "kind = 'note' and customer_id in (select id from customers where user_id = $1)",
    onClosing: 'deleted',
    kept: account,
    exported: ['notes_about_you'],
    columns: {
      id: 'id',
      customer_id: owner,
      kind: 'kind',
      staff_id: { because: 'who of the shop it was is that person’s data' },
      at: 'at',
      text: 'text',
    },
  },
  merges: {
    own: 'into_user = $1',
    onClosing: 'deleted',
    kept: 'merges not accepted',
    exported: [],
    columns: Object.fromEntries(
      'id customer_id into_user staff_id asked_at'
        .split(' ')
        .map((column) => [column, { because: 'an offer of a week, which an e-mail shows' }]),
    ),
  },
  message_templates: {
    own: 'changed_by in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: always,
    exported: [],
    columns: Object.fromEntries(
      'id title subject text changed_at changed_by'.split(' ').map((column) => [column, shops]),
    ),
  },
  shopper_notes: {
    own: theirOrder,
    onClosing: 'deleted',
    kept: 'notes and gift messages of shoppers',
    exported: ['orders', 'your_words'],
    columns: {
      order_id: nested,
      gift_message: 'gift_message',
      note: 'note',
      changed_at: 'changed_at',
    },
  },
  order_events: {
    own: theirCheckout,
    onClosing: 'kept without the login',
    kept: 'name and address in orders',
    exported: ['history'],
    columns: {
      id: 'id',
      checkout_id: 'checkout',
      kind: 'kind',
      actor: 'by',
      staff_id: { because: 'who of the shop it was is that person’s data' },
      at: 'at',
      detail: 'detail',
    },
  },
  parcels: {
    own: theirOrder,
    onClosing: 'kept without the login',
    kept: { with: 'orders' },
    exported: ['orders', 'parcels'],
    columns: {
      id: 'id',
      order_id: nested,
      event_id: { because: 'the history has it' },
      carrier: 'carrier',
      tracking_number: 'tracking_number',
      sent_at: 'sent_at',
      delivered_at: 'delivered_at',
      confirmed_at: 'delivery_recorded_at',
      undone_at: 'taken_back_at',
      joined_to: 'in_parcel',
    },
  },
  parcel_items: {
    own: theirOrder,
    onClosing: 'kept without the login',
    kept: { with: 'orders' },
    exported: ['orders', 'parcels', 'goods'],
    columns: {
      parcel_id: nested,
      order_id: nested,
      variant_id: 'colour_id',
      quantity: 'quantity',
      batch: 'batch',
    },
  },
  cancelled_items: {
    own: theirOrder,
    onClosing: 'kept without the login',
    kept: { with: 'orders' },
    exported: ['orders', 'cancelled'],
    columns: {
      event_id: { because: 'the history has it' },
      order_id: nested,
      variant_id: 'colour_id',
      quantity: 'quantity',
      restocked: 'back_in_stock',
    },
  },
  payment_links: {
    own: 'checkout_id in (select id from checkouts where user_id = $1)',
    onClosing: 'kept without the login',
    kept: { with: 'checkouts' },
    exported: ['payment_links'],
    columns: {
      checkout_id: 'checkout',
      event_id: { because: 'a random key of the browser of a member of staff' },
      staff_id: { because: 'names a member of staff' },
      order_id: 'added_to',
      return_id: 'return',
      at_once: 'sent_at_once',
    },
  },
  gifts: {
    own: theirOrder,
    onClosing: 'kept without the login',
    kept: { with: 'orders' },
    exported: ['gifts'],
    columns: {
      order_id: 'order',
      event_id: { because: 'the history has it' },
      reason: 'reason',
    },
  },
  exchanges: {
    own: theirOrder,
    onClosing: 'kept without the login',
    kept: { with: 'orders' },
    exported: ['exchanges'],
    columns: {
      order_id: 'order',
      from_order_id: 'exchange_of',
      return_id: 'return',
      event_id: { because: 'the history has it' },
      at_once: 'sent_at_once',
    },
  },
  exchanged_items: {
    own: theirOrder,
    onClosing: 'kept without the login',
    kept: { with: 'orders' },
    exported: ['exchanges', 'goods'],
    columns: {
      order_id: nested,
      from_variant_id: 'from_colour_id',
      to_variant_id: 'to_colour_id',
      quantity: 'quantity',
      surplus_pence: 'surplus_pence',
    },
  },
  replacements: {
    own: theirOrder,
    onClosing: 'kept without the login',
    kept: { with: 'orders' },
    exported: ['replacements'],
    columns: {
      order_id: 'order',
      replaces_order_id: 'replaces',
      event_id: { because: 'the history has it' },
      reason: 'reason',
    },
  },
  swapped_items: {
    own: theirOrder,
    onClosing: 'kept without the login',
    kept: { with: 'orders' },
    exported: ['orders', 'swapped'],
    columns: {
      event_id: { because: 'the history has it' },
      order_id: nested,
      from_variant_id: 'from_colour_id',
      to_variant_id: 'to_colour_id',
      quantity: 'quantity',
      refunded_pence: 'refunded_pence',
    },
  },
  returns: {
    own: theirOrder,
    onClosing: 'kept without the login',
    kept: { with: 'orders' },
    exported: ['orders', 'returns'],
    columns: {
      id: 'id',
      order_id: nested,
      event_id: { because: 'the history has it' },
      kind: 'kind',
      state: 'state',
      code: 'code',
      reason: 'reason',
      asked_at: 'asked_at',
      received_at: 'received_at',
      closed_at: 'closed_at',
      wish: 'wish',
    },
  },
  return_items: {
    own: theirOrder,
    onClosing: 'kept without the login',
    kept: { with: 'orders' },
    exported: ['orders', 'returns', 'goods'],
    columns: {
      return_id: nested,
      order_id: nested,
      variant_id: 'colour_id',
      quantity: 'quantity',
      restocked: 'back_in_stock',
      written_off: 'written_off',
    },
  },
  return_photos: {
    own: `return_id in (select id from returns where ${theirOrder})`,
    onClosing: 'kept without the login',
    kept: 'photos of a return',
    exported: ['orders', 'returns', 'photos'],
    columns: {
      id: 'id',
      return_id: nested,
      added_at: 'added_at',
      removed_at: 'removed_at',
    },
  },
  order_refunds: {
    own: theirOrder,
    onClosing: 'kept without the login',
    kept: { with: 'orders' },
    exported: ['orders', 'refunds'],
    columns: {
      id: 'id',
      order_id: nested,
      return_id: 'return',
      reason: 'reason',
      goods_pence: 'goods_pence',
      tax_pence: 'tax_pence',
      shipping_pence: 'delivery_pence',
      goodwill_pence: 'goodwill_pence',
      deduction_pence: 'deduction_pence',
      deduction_tax_pence: 'deduction_tax_pence',
      deduction_reason: 'deduction_reason',
      act_id: { because: 'the history has it' },
      amount_pence: 'amount_pence',
      asked_at: 'asked_at',
      taken_at: 'taken_at',
      given_up_at: 'given_up_at',
      given_up_because: 'given_up_because',
      given_up_by: 'given_up_by',
    },
  },
  order_refund_items: {
    own: theirOrder,
    onClosing: 'kept without the login',
    kept: { with: 'orders' },
    exported: ['orders', 'refunds', 'goods'],
    columns: {
      order_refund_id: nested,
      order_id: nested,
      variant_id: 'colour_id',
      quantity: 'quantity',
      discount_pence: 'discount_pence',
    },
  },
  order_words: {
    own: theirOrder,
    onClosing: 'kept without the login',
    kept: { with: 'orders' },
    exported: [],
    columns: {
      order_id: nested,
      words: { because: 'copied from what is exported, to be searched' },
    },
  },
  staff: {
    own: theirs,
    onClosing: 'kept without the login',
    kept: account,
    exported: ['work_for_the_shop'],
    columns: {
      id: 'id',
      user_id: owner,
      name: 'name',
      role: 'role',
      since: 'since',
      until: 'until',
    },
  },
  staff_invitations: {
    own: 'lower(email) = lower($2)',
    onClosing: 'deleted',
    kept: 'invitations not accepted',
    exported: ['invitations_to_the_studio'],
    columns: {
      id: 'id',
      email: 'email',
      role: 'role',
      staff_id: { because: 'who of the shop it was is that person’s data' },
      at: 'at',
    },
  },
  staff_log: {
    own: 'staff_id in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: account,
    exported: [],
    columns: Object.fromEntries(
      'id at staff_id area what about about_id words'
        .split(' ')
        .map((column) => [
          column,
          { because: 'what somebody did for the shop is the shop’s record' },
        ]),
    ),
  },
  team_events: {
    own: 'about_id in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: account,
    exported: [],
    columns: Object.fromEntries(
      'id at staff_id kind about_id invitation role'
        .split(' ')
        .map((column) => [
          column,
          { because: 'what somebody did for the shop is the shop’s record' },
        ]),
    ),
  },
  release_events: {
    own: 'staff_id in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: account,
    exported: [],
    columns: {
      id: mark,
      release_id: mark,
      staff_id: { because: 'what somebody did for the shop is the shop’s record' },
      what: { because: 'what somebody did for the shop is the shop’s record' },
      at: { because: 'what somebody did for the shop is the shop’s record' },
    },
  },
  discount_changes: {
    own: 'staff_id in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: account,
    exported: [],
    columns: {
      id: mark,
      discount_id: { because: 'what somebody did for the shop is the shop’s record' },
      staff_id: { because: 'what somebody did for the shop is the shop’s record' },
      at: { because: 'what somebody did for the shop is the shop’s record' },
      ends_at: { because: 'what somebody did for the shop is the shop’s record' },
      what: { because: 'what somebody did for the shop is the shop’s record' },
    },
  },
  setting_changes: {
    own: 'staff_id in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: account,
    exported: [],
    columns: {
      id: mark,
      transaction_id: mark,
      staff_id: { because: 'what somebody did for the shop is the shop’s record' },
      at: { because: 'what somebody did for the shop is the shop’s record' },
      was: { because: 'what somebody did for the shop is the shop’s record' },
      now: { because: 'what somebody did for the shop is the shop’s record' },
    },
  },
  stock_movements: {
    own: 'staff_id in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: account,
    exported: [],
    columns: {
      id: mark,
      variant_id: { because: 'what somebody did for the shop is the shop’s record' },
      at: { because: 'what somebody did for the shop is the shop’s record' },
      moved: { because: 'what somebody did for the shop is the shop’s record' },
      stock: { because: 'what somebody did for the shop is the shop’s record' },
      why: { because: 'what somebody did for the shop is the shop’s record' },
      order_id: { because: 'what somebody did for the shop is the shop’s record' },
      staff_id: { because: 'what somebody did for the shop is the shop’s record' },
      event_id: mark,
      note: { because: 'what somebody did for the shop is the shop’s record' },
    },
  },
  stock_deliveries: {
    own: 'staff_id in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: account,
    exported: [],
    columns: {
      id: mark,
      variant_id: { because: 'what somebody did for the shop is the shop’s record' },
      units: { because: 'what somebody did for the shop is the shop’s record' },
      due_on: { because: 'what somebody did for the shop is the shop’s record' },
      note: { because: 'what somebody did for the shop is the shop’s record' },
      staff_id: { because: 'what somebody did for the shop is the shop’s record' },
      made_at: { because: 'what somebody did for the shop is the shop’s record' },
      closed_at: { because: 'what somebody did for the shop is the shop’s record' },
      arrived: { because: 'what somebody did for the shop is the shop’s record' },
    },
  },
  second_factors: {
    own: theirs,
    onClosing: 'deleted',
    kept: account,
    exported: ['authenticator_app'],
    columns: { user_id: owner, factor_id: 'id', since: 'since' },
  },
  second_factor_codes: {
    own: theirs,
    onClosing: 'deleted',
    kept: 'codes of authenticator apps',
    exported: ['authenticator_app', 'codes'],
    columns: {
      id: { because: 'counts the codes' },
      user_id: owner,
      session_id: 'login',
      code: { because: 'worth nothing after 90 seconds' },
      tried_at: 'tried_at',
      outcome: 'outcome',
    },
  },
  login_codes: {
    own: theirs,
    onClosing: 'deleted',
    kept: 'login codes',
    exported: ['login_codes'],
    columns: {
      id: 'id',
      user_id: owner,
      guesses: 'guesses',
      asked_at: 'asked_at',
      used_at: 'used_at',
    },
  },
  order_items: {
    own: theirOrder,
    onClosing: 'kept without the login',
    kept: { with: 'orders' },
    exported: ['orders', 'goods'],
    columns: {
      order_id: nested,
      variant_id: 'colour_id',
      product_id: 'product_id',
      product_name: 'product',
      color_name: 'colour',
      product_price_pence: 'unit_pence',
      quantity: 'quantity',
      discount_pence: 'discount_pence',
    },
  },
  mail_outbox: {
    own: `(${theirs} or ${theirCheckout}
      or subscription_id in (select id from subscriptions where lower(email) = lower($2))
      or stock_alert_id in (select id from stock_alerts where lower(email) = lower($2)))`,
    onClosing: 'kept without the login',
    kept: 'e-mails sent or given up',
    exported: ['e_mails'],
    columns: {
      id: 'id',
      kind: 'kind',
      subject: 'subject',
      checkout_id: 'checkout',
      user_id: owner,
      subscription_id: 'subscription',
      stock_alert_id: 'stock_alert',
      release_id: { because: 'of staff’s e-mails only, which are about nobody' },
      complaint_id: 'complaint',
      invitation_id: 'invitation',
      status: 'status',
      attempts: 'attempts',
      due_at: 'next_attempt_at',
      claim: mark,
      batch: mark,
      joined_to: 'told_by',
      provider_id: 'provider_number',
      last_error: 'last_error',
      created_at: 'written_at',
      resent_at: 'sent_again_at',
      sent_at: 'sent_at',
    },
  },
  rate_limits: {
    own: 'caller_hash = $3',
    onClosing: 'deleted',
    // Expired rows have no effect, and later callers delete them.
    kept: 'counts of attempts',
    exported: ['recent_attempts'],
    columns: { action: 'of', caller_hash: owner, expires_at: 'counts_until' },
  },
};

/** Tables without personal data. */
const impersonal = [
  'categories',
  'products',
  'product_order',
  'sale_prices',
  'price_history',
  'discounts',
  'discount_products',
  'discount_categories',
  'discount_codes',
  'color_variants',
  'variant_images',
  'tax_settings',
  'zone_tax_rates',
  'shipping_rates',
  'country_duties',
  'counts',
  'packaging_weights',
  'parcel_rules',
  'duty_settings',
  'import_fees',
  'bank_holidays',
  'catalogue_changes',
  'last_site_build',
  'failed_payment_pages',
  'job_runs',
  'jobs',
  'noted_moments',
  'stock_moved_by_exports',
  'stock_limits',
  'permissions',
  'releases',
  'site_content',
  'own_pages',
  'redirects',
  'terms_versions',
  'stale_answers',
  'stripe_events_seen',
  'stripe_balance_read',
  'stripe_payouts',
  'subscriber_days',
];

interface Column {
  table: string;
  column: string;
}

let database: FreshDatabase;
let columns: Column[];
const hash = 'a'.repeat(43);
/** Unique data of one shopper, searched for everywhere after the erasure. */
const ada = { id: '', email: '', username: '' };
let exported: unknown;
let rowsBefore: Record<string, Record<string, unknown>>;

function shop() {
  return shopDatabase(database);
}

/** Order of the rows of a person with several, as exported; otherwise that of insertion. */
const sorted: Readonly<Record<string, string>> = {
  payments: 'created_at, id',
  order_events: 'at, id',
  orders: 'created_at, id',
};

function ownRows(table: string, condition: string) {
  return database.sql.unsafe<{ row: Record<string, unknown> }[]>(
    `select to_jsonb(t) as row from "${table}" t
     where ${condition} and ($1::uuid is null or $2::text is null or $3::text is null) is not null
     order by ${sorted[table] ?? 'ctid'}`,
    [ada.id, ada.email, hash],
  );
}

beforeAll(async () => {
  database = await freshDatabase();
  const { sql } = database;
  const sku = await shop().newSku(10);
  ada.id = await shop().newShopper();
  const code = await shop().newDiscount();
  const bought = await shop().open(ada.id, [{ sku, quantity: 2 }], { code, off: 490 });
  await shop().complete(bought.checkout_id);
  await liveThrough(database, bought.checkout_id, ada.id);
  await shop().refund(bought.checkout_id, 're_1', { pence: 1 });
  await sql`
    select record_dispute(${`pi_${bought.checkout_id}`}, '{"id": "du_1", "amount_pence": 1, "reason": "general", "status": "needs_response", "due_by": 2, "created": 0}')`;
  await sql`
    select save_billing_info('Never Paid', 'Nowhere 1', 'np@example.com', '0')
    from ${acting(sql, ada.id)}`;
  await shop().open(ada.id, [{ sku, quantity: 3 }], { code, off: 735 });
  await sql`
    insert into discount_changes (id, discount_id, staff_id, what)
    select gen_random_uuid(), max(d.id), max(s.id), 'made' from discounts d, staff s where s.user_id = ${ada.id}`;
  // The export check reads the oldest checkout, so it must be the one with a hold.
  await sql`
    update checkouts set created_at = created_at + interval '1 minute'
    where status = 'completed'`;
  const [user] = await sql<[{ email: string; username: string }]>`
    select u.email, p.username from auth.users u join profiles p on p.user_id = u.id
    where u.id = ${ada.id}`;
  Object.assign(ada, user);
  await sql`
    insert into subscriptions (email, confirmed_at, confirmed_text)
    values (${ada.email}, now(), 'Press the button')`;
  const mailing = randomUUID();
  const work = await shop().newShopper();
  await sql`
    with writer as (
      insert into staff (user_id, name, role) values (${work}, 'Morag', 'manager') returning id)
    insert into mailings (id, content, state, send_at, released_by)
    select ${mailing}, '{}', 'scheduled', now(), id from writer`;
  await sql`select claim_mailing_batch(60)`;
  await sql`
    insert into staff_invitations (id, email, role, staff_id)
    select gen_random_uuid(), ${ada.email}, 'packer', id from staff where user_id = ${work}`;
  await sql`
    insert into staff_log (staff_id, area, what)
    select id, 'downloads', 'subscribers' from staff where user_id = ${ada.id}`;
  await sql`
    insert into team_events (kind, about_id, role)
    select 'employed', id, role from staff where user_id = ${ada.id}`;
  await sql`
    insert into suppressions (address_hash, reason) values (address_hash(${ada.email}), 'refused_alerts')`;
  await sql`
    insert into stock_alerts (variant_id, email) values (${sku.variant_id}, ${ada.email})`;
  await sql`
    insert into complaints (id, name, email, words, answered_at, answered_by, outcome)
    select gen_random_uuid(), 'Ada', ${ada.email}, 'Why?', now(), min(id), 'Explained.' from staff`;
  await sql`
    select save_release(id, gen_random_uuid(), 'Spring', 'Studio', '{}', '{}', 0)
    from staff where user_id = ${ada.id}`;
  await sql`
    insert into edits (staff_id, form, subjects, title, input, writer)
    select id, '/studio?pages', '{menu}', 'Home', '{}', gen_random_uuid() from staff where user_id = ${ada.id}`;
  await sql`
    insert into customer_events (id, customer_id, kind, staff_id, text)
    select gen_random_uuid(), c.id, 'note', s.id, 'Rings twice.'
    from customers c, staff s where c.user_id = ${ada.id} and s.user_id = ${ada.id}`;
  await sql`
    insert into merges (id, customer_id, into_user, staff_id)
    select gen_random_uuid(), c.id, ${ada.id}, s.id
    from customers c, staff s where c.user_id = ${ada.id} and s.user_id = ${ada.id}`;
  await sql`
    insert into message_templates (id, title, subject, text, changed_by)
    select gen_random_uuid(), 'Hello', 'Hello', 'Hello.', id from staff where user_id = ${ada.id}`;
  await sql`
    insert into shopper_notes (order_id, gift_message, note)
    select id, 'For Byron', 'No paper, please' from orders where user_id = ${ada.id} and units_to_send = 0`;
  await sql`
    insert into cart_reminders (after_hours, turned_on_by)
    select 4, id from staff where user_id = ${ada.id}`;
  await sql`
    insert into welcome_offer (discount_id, turned_on_at, turned_on_by)
    select max(d.id), now(), max(s.id) from discounts d, staff s where s.user_id = ${ada.id}`;
  await sql`
    insert into welcomed_addresses (address_hash) values (address_hash(mail_person(${ada.email})))`;
  await sql`
    insert into stock_deliveries (id, variant_id, units, due_on, staff_id)
    select gen_random_uuid(), ${sku.variant_id}, 1, now()::date, id from staff where user_id = ${ada.id}`;
  await sql.begin(async (transaction) => {
    await transaction`
      select moving_stock('found', p_staff => id) from staff where user_id = ${ada.id}`;
    await transaction`
      update color_variants set quantity = quantity + 1 where id = ${sku.variant_id}`;
  });
  await sql`
    insert into setting_changes (staff_id, was, now)
    select id, '{}', '{}' from staff where user_id = ${ada.id}`;
  await fileEarlyQuarter(sql);
  await payOutAll(sql);
  await sql`update profiles set email_confirmed_at = now() where user_id = ${ada.id}`;
  await sql`insert into rate_limits values ('payment-page', ${hash}, now() + interval '1 hour')`;
  await sql`insert into second_factors (user_id, factor_id) values (${ada.id}, ${ada.id})`;
  await sql`
    insert into second_factor_codes (user_id, session_id, code, outcome)
    values (${ada.id}, ${ada.id}, '123456', 'accepted')`;
  await sql`insert into login_codes (user_id) values (${ada.id})`;
  await sql`
    update auth.sessions set user_agent = 'A browser', ip = '192.0.2.7' where user_id = ${ada.id}`;

  columns = await sql<Column[]>`
    select c.relname as table, a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`;
  const [answer] = await sql<[{ data: unknown }]>`
    select export_account(${ada.id}, array[${hash}]) as data`;
  exported = answer.data;
  rowsBefore = {};
  for (const [table, { own }] of Object.entries(personal)) {
    const [first] = await ownRows(
      table,
      table.startsWith('checkout') ? `${own} and ${isOpen(table)}` : own,
    );
    if (first) rowsBefore[table] = first.row;
  }
});
afterAll(() => database.drop());

function isOpen(table: string): string {
  const id = table === 'checkouts' ? 'id' : 'checkout_id';
  return `${id} in (select id from checkouts where status = 'open')`;
}

/** Follows keys through objects, and through the first element of lists. */
function at(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => {
    const one: unknown = Array.isArray(inner) ? inner[0] : inner;
    return one !== null && typeof one === 'object' ? Reflect.get(one, key) : undefined;
  }, value);
}

test('every table holds personal data or is known to hold none', () => {
  const tables = new Set(columns.map(({ table }) => table));
  expect([...Object.keys(personal), ...impersonal].toSorted()).toEqual([...tables].toSorted());
});

test('a table without personal data has no personal column, and refers to no table with any', async () => {
  const telling = /user|shopper|e?mail|phone|address|username|caller|network|ip$|session/;
  const suspect = columns.filter(
    ({ table, column }) => impersonal.includes(table) && telling.test(column),
  );
  expect(suspect).toEqual([]);
  const references = await database.sql<{ from: string; to: string }[]>`
    select conrelid::regclass::text as from, confrelid::regclass::text as to
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
  const leaks = references.filter(
    ({ from, to }) => impersonal.includes(from) && (to in personal || to.startsWith('auth.')),
  );
  expect(leaks).toEqual([]);
});

describe.each(Object.entries(personal))('%s', (table, { columns: mapped, exported: path }) => {
  test('has every column accounted for', () => {
    const known = columns.filter((row) => row.table === table).map(({ column }) => column);
    expect(Object.keys(mapped).toSorted()).toEqual(known.toSorted());
  });

  test.each(Object.entries(mapped).filter(([, key]) => typeof key === 'string'))(
    'is exported with its %s',
    (column, key) => {
      const row = rowsBefore[table];
      expect(row).toBeDefined();
      const value = at(exported, [...path, String(key)]);
      expect(value).not.toBeUndefined();
      expect(value).toEqual(row?.[column]);
    },
  );
});

test('each table has a retention period, and each period belongs to a table or to Supabase Auth', async () => {
  const periods = await database.sql<{ data: string }[]>`select data from retention_periods()`;
  const known = periods.map(({ data }) => data);
  const said = Object.values(personal).flatMap(({ kept }) =>
    typeof kept === 'string' ? [kept] : [],
  );
  const all = new Set([...known, account, always, ...withoutPeriod]);
  expect(said.filter((kept) => !all.has(kept))).toEqual([]);
  const carried = Object.values(personal).flatMap(({ kept }) =>
    typeof kept === 'string' ? [] : [kept.with],
  );
  for (const carrier of carried) expect(Object.keys(personal)).toContain(carrier);
  // From the same tables as the others, or from Auth's.
  const more = [
    'billing forms without a checkout',
    'e-mail and phone in the orders of a closed account',
    'guests without a checkout',
    'guests with a checkout',
    'logins not used',
    'log of sign-ins',
  ];
  expect(known.filter((data) => !said.includes(data)).toSorted()).toEqual(more.toSorted());
});

test('the prune counts each period', async () => {
  const [{ counts }] = await database.sql<[{ counts: Record<string, number> }]>`
    select prune_personal_data(10) as counts`;
  const periods = await database.sql<{ data: string }[]>`select data from retention_periods()`;
  expect(Object.keys(counts).toSorted()).toEqual(
    [...periods.map(({ data }) => data), ...withoutPeriod].toSorted(),
  );
});

describe('after the account is closed', () => {
  beforeAll(async () => {
    await database.sql`select close_account(${ada.id}, array[${hash}])`;
  });

  const erased = Object.entries(personal).filter(
    ([, { onClosing }]) => onClosing !== 'kept as a fingerprint',
  );
  test.each(erased)('no row of %s is theirs', async (table, { own }) => {
    expect([...(await ownRows(table, own))]).toEqual([]);
  });

  test.each(Object.entries(personal).filter(([, { onClosing }]) => onClosing !== 'deleted'))(
    '%s has kept what was paid for',
    async (table) => {
      const [{ rows }] = await database.sql.unsafe<[{ rows: number }]>(
        `select count(*)::int as rows from "${table}"`,
      );
      expect(rows).toBeGreaterThan(0);
    },
  );

  test('nothing contains their id, username or password, or a form that was never paid for', async () => {
    const tables = await database.sql<{ name: string }[]>`
      select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'auth')`;
    const needles = [ada.id, ada.username, 'Never Paid', 'Nowhere 1', 'np@example.com', hash];
    const found: string[] = [];
    for (const { name } of tables) {
      // The order's e-mail contains the id and is kept as long as the order needs it.
      const text = ['public.billing_infos', 'public.customers', 'public.order_words'].includes(name)
        ? `(to_jsonb(t) - 'email' - 'words')::text`
        : `to_jsonb(t)::text`;
      for (const needle of needles) {
        const hits = await database.sql.unsafe(
          `select 1 from ${name} t where position($1 in ${text}) > 0 limit 1`,
          [needle],
        );
        if (hits.length > 0) found.push(`${needle} in ${name}`);
      }
    }
    expect(found).toEqual([]);
  });
});

async function isKnown(id: string): Promise<boolean> {
  return (await database.sql`select from auth.users where id = ${id}`).length === 1;
}

/** Makes a guest and their checkouts older. */
async function age(id: string, days: number): Promise<void> {
  await database.sql`
    with older as (
      update auth.users set created_at = created_at - make_interval(days => ${days}) where id = ${id})
    update checkouts set created_at = created_at - make_interval(days => ${days}) where user_id = ${id}`;
}

async function prune(): Promise<void> {
  await database.sql`select prune_personal_data(100)`;
}

describe('a guest', () => {
  let guest: string;
  let order: number;

  beforeAll(async () => {
    guest = await shop().newShopper({ guest: true });
    const bought = await shop().open(guest, [{ sku: await shop().newSku(5), quantity: 1 }]);
    order = (await shop().complete(bought.checkout_id)).order_id ?? 0;
  });

  test('is exported with forms and orders, like a shopper', async () => {
    const [{ data }] = await database.sql<
      [{ data: unknown }]
    >`select export_account(${guest}) as data`;
    expect(data).toMatchObject({
      account: { id: guest, username: null, email: null },
      billing_forms: [{ email: `${guest}@example.com` }],
      orders: [{ id: order }],
    });
  });

  test('without a checkout is deleted after a day, with the form', async () => {
    const looker = await shop().newShopper({ guest: true });
    await prune();
    expect(await isKnown(looker)).toBe(true);
    await age(looker, 1);
    await prune();
    expect(await isKnown(looker)).toBe(false);
    expect(await database.sql`select from billing_infos where user_id = ${looker}`).toHaveLength(0);
  });

  test('with a payment that is not settled stays', async () => {
    const payer = await shop().newShopper({ guest: true });
    const sku = await shop().newSku(5);
    const first = await shop().open(payer, [{ sku, quantity: 1 }]);
    await shop().complete(first.checkout_id);
    await database.sql`select mark_order_seen(${`cs_test_${first.checkout_id}`})`;
    const second = await shop().open(payer, [{ sku, quantity: 2 }]);
    await shop().complete(second.checkout_id, { charged: 1 });
    await age(payer, 31);
    await prune();
    expect(await isKnown(payer)).toBe(true);
  });

  test('is deleted after 30 days if the payment was refunded without an order', async () => {
    const payer = await shop().newShopper({ guest: true });
    const { checkout_id } = await shop().open(payer, [
      { sku: await shop().newSku(5), quantity: 1 },
    ]);
    await shop().complete(checkout_id, { charged: 1 });
    await shop().refund(checkout_id, 're_guest');
    expect(await shop().statusOf(checkout_id)).toBe('refunded');
    await age(payer, 30);
    await prune();
    expect(await isKnown(payer)).toBe(false);
  });

  test('with an order is deleted after 30 days; the order stays, as that of a closed account', async () => {
    await age(guest, 29);
    await prune();
    expect(await isKnown(guest)).toBe(true);
    await age(guest, 1);
    await prune();
    expect(await isKnown(guest)).toBe(false);
    const [kept] = await database.sql`
      select o.user_id, b.email from orders o join billing_infos b on b.id = o.billing_info_id
      where o.id = ${order}`;
    expect(kept).toEqual({ user_id: null, email: `${guest}@example.com` });
    await database.sql`
      update checkouts set created_at = created_at - interval '150 days'
      where id = (select checkout_id from orders where id = ${order})`;
    await prune();
    const [later] = await database.sql`
      select b.email from orders o join billing_infos b on b.id = o.billing_info_id where o.id = ${order}`;
    expect(later).toEqual({ email: '' });
  });

  test('can be erased earlier by the shop', async () => {
    const other = await shop().newShopper({ guest: true });
    await database.sql`select close_account(${other})`;
    expect(await isKnown(other)).toBe(false);
  });
});
