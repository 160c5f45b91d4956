import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import { fileEarlyQuarter } from '../support/filed-quarter.ts';
import { openDatabase } from '../support/open-database.ts';
import { liveThrough } from '../support/order-life.ts';
import { payOutAll } from '../support/paid-out.ts';

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
  /** Columns with another name in the export, or the reason for leaving them out. */
  columns: Record<string, string | Reason>;
}

interface Reason {
  because: string;
}

const theirs = 'user_id = $1';
const theirCheckout = 'checkout_id in (select id from checkouts where user_id = $1)';
const theirPayment = 'payment_id in (select id from payments where user_id = $1)';
const theirOrder = 'order_id in (select id from orders where user_id = $1)';
const theirQuarter =
  'quarter in (select quarter from filed_quarters q join staff s on s.id = q.staff_id where s.user_id = $1)';
const account = 'the life of the account';
const always = 'as long as the shop sends news';
const ofOrder = {
  own: theirOrder,
  onClosing: 'kept without the login',
  kept: { with: 'orders' },
} as const;
const ofCheckout = { ...ofOrder, own: theirCheckout, kept: { with: 'checkouts' } } as const;
/** Records of staff's work. */
const ofStaff: Omit<PersonalTable, 'columns'> = {
  own: 'staff_id in (select id from staff where user_id = $1)',
  onClosing: 'kept without the login',
  kept: account,
  exported: [],
};
const mark = { because: 'a working mark of the shop' };
const record = { because: 'what somebody did for the shop is the shop’s record' };
const copied = { because: 'copied from payments and refunds, which are exported' };
const inHistory = { because: 'the history has it' };
const colleague = { because: 'who of the shop it was is that person’s data' };
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

/** Columns left out for one reason. */
function each(reason: Reason, columns: string): Record<string, Reason> {
  return Object.fromEntries(columns.split(' ').map((column) => [column, reason]));
}

const personal: Record<string, PersonalTable> = {
  profiles: {
    own: theirs,
    onClosing: 'deleted',
    kept: account,
    exported: ['account'],
    columns: {
      user_id: 'id',
      password_until: mark,
      created_at: { because: 'as the account' },
    },
  },
  subscriptions: {
    own: 'lower(email) = lower($2)',
    onClosing: 'deleted',
    kept: 'subscriptions not confirmed',
    exported: ['subscriptions'],
    columns: {},
  },
  mailings: {
    own: 'changed_by in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: always,
    exported: [],
    columns: each(
      shops,
      'id version content state send_at when_open people changed_at changed_by released_by started_at ended_at',
    ),
  },
  cart_reminders: {
    own: 'turned_on_by in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: always,
    exported: [],
    columns: each(shops, 'only_row after_hours since turned_on_by'),
  },
  welcome_offer: {
    own: 'turned_on_by in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: always,
    exported: [],
    columns: each(shops, 'only_row discount_id turned_on_at turned_on_by'),
  },
  welcomed_addresses: {
    own: 'address_hash = address_hash(mail_person($2))',
    onClosing: 'kept as a fingerprint',
    kept: always,
    exported: ['welcome_codes'],
    columns: { at: 'sent_at' },
  },
  edits: {
    own: 'staff_id in (select id from staff where user_id = $1)',
    onClosing: 'deleted',
    kept: 'unsaved input of the studio',
    exported: [],
    columns: each(shops, 'staff_id form subjects title input writer version began_at changed_at'),
  },
  mailing_batches: {
    own: 'mailing_id in (select m.id from mailings m join staff s on s.id = m.changed_by where s.user_id = $1)',
    onClosing: 'kept without the login',
    kept: { with: 'mailings' },
    exported: [],
    columns: each(shops, 'id mailing_id due_at attempts claim first_tried_at ended_at last_error'),
  },
  mailing_recipients: {
    own: 'subscription_id in (select id from subscriptions where lower(email) = lower($2))',
    onClosing: 'kept without the login',
    kept: 'e-mails sent or given up',
    exported: ['news'],
    columns: {
      mailing_id: 'mailing',
      subscription_id: 'subscription',
      batch_id: mark,
      provider_id: 'provider_number',
      left_at: { because: 'only of those who are off the list, and so of nobody' },
      left_why: { because: 'as left_at' },
    },
  },
  suppressions: {
    own: 'address_hash = address_hash($2)',
    onClosing: 'kept as a fingerprint',
    kept: always,
    exported: ['suppressions'],
    columns: {},
  },
  stock_alerts: {
    own: '(user_id = $1 or lower(email) = lower($2))',
    onClosing: 'deleted',
    kept: 'stock alerts',
    exported: ['stock_alerts'],
    columns: { variant_id: 'colour_id', user_id: owner },
  },
  draws: {
    ...ofStaff,
    columns: each(
      record,
      'id product_id opens_at closes_at seed_round staff_id planned_at sealed_at entries root seed_signature drawn_at ended_at',
    ),
  },
  draw_pieces: {
    own: 'draw_id in (select d.id from draws d join staff s on s.id = d.staff_id where s.user_id = $1)',
    onClosing: 'kept without the login',
    kept: { with: 'draws' },
    exported: [],
    columns: each(record, 'draw_id variant_id pieces'),
  },
  draw_entries: {
    own: '(user_id = $1 or lower(email) = lower($2))',
    onClosing: 'deleted',
    kept: 'entries of a draw',
    exported: ['draw_entries'],
    columns: { draw_id: 'draw', variant_id: 'colour_id', user_id: owner },
  },
  draw_places: {
    own: 'entry_id in (select id from draw_entries where user_id = $1 or lower(email) = lower($2))',
    onClosing: 'deleted',
    kept: { with: 'draw_entries' },
    exported: ['draw_entries', 'drawn'],
    columns: {
      ...each(nested, 'entry_id draw_id variant_id'),
      ...each(mark, 'card_hash address_hash'),
      refused_checkout: { because: 'the payment and its refund are in the export' },
      user_id: owner,
    },
  },
  complaints: {
    own: 'lower(email) = lower($2) and answered_at is not null',
    onClosing: 'deleted',
    kept: 'complaints that were answered',
    exported: ['complaints'],
    columns: {
      answered_by: { because: 'who of the shop it was is the shop’s' },
    },
  },
  billing_infos: {
    own: theirs,
    onClosing: 'kept without the login',
    kept: 'name and address in orders',
    exported: ['billing_forms'],
    columns: { user_id: owner, content_hash: mark },
  },
  checkouts: {
    own: theirs,
    onClosing: 'kept without the login',
    kept: 'checkouts without a payment',
    exported: ['checkouts'],
    columns: {
      user_id: owner,
      billing_info_id: 'billing_form',
      subtotal_pence: 'goods_pence',
      stripe_session_id: 'payment_page',
      stripe_session_url: { because: 'it opens the payment page' },
      session_expires_at: 'payment_page_expires_at',
      created_at: 'opened_at',
      order_seen_at: 'order_shown_at',
      swept_at: mark,
      network_hash: { because: 'nobody can read an address from it, and it goes with the hold' },
    },
  },
  checkout_lines: {
    ...ofCheckout,
    exported: ['checkouts', 'goods'],
    columns: {
      checkout_id: nested,
      variant_id: 'colour_id',
      product_name: 'product',
      color_name: 'colour',
      replaces_variant_id: 'instead_of_colour_id',
    },
  },
  checkout_discounts: {
    ...ofCheckout,
    exported: ['checkouts', 'discount_code'],
    columns: {
      checkout_id: nested,
      discount_id: { because: 'the code says as much' },
    },
  },
  checkout_credits: {
    ...ofCheckout,
    exported: ['checkouts', 'credit'],
    columns: { checkout_id: nested, gift_card_id: 'gift_card' },
  },
  gift_cards: {
    own: 'lower(email) = lower($2)',
    onClosing: 'kept without the login',
    kept: 'recipients of gift cards that ended',
    exported: ['gift_cards'],
    columns: {
      checkout_id: 'checkout',
      staff_id: colleague,
      ...each({ because: 'it opens the card' }, 'code_hash unsent_code'),
    },
  },
  credits: {
    own: 'gift_card_id in (select id from gift_cards where lower(email) = lower($2))',
    onClosing: 'kept without the login',
    kept: { with: 'gift_cards' },
    exported: ['gift_cards', 'ledger'],
    columns: each(nested, 'id gift_card_id checkout_id refund_id'),
  },
  checkout_shipping_options: {
    ...ofCheckout,
    exported: ['checkouts', 'delivery_offered'],
    columns: {
      checkout_id: nested,
      position: { because: 'the order of the list' },
      min_business_days: 'business_days_at_least',
      max_business_days: 'business_days_at_most',
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
      checkout_id: 'checkout',
      user_id: owner,
      billing_info_id: 'billing_form',
      amount_pence: 'goods_pence',
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
    columns: { refund_id: nested, rate_basis_points: 'tax_rate_basis_points' },
  },
  filed_movements: {
    own: theirPayment,
    onClosing: 'kept without the login',
    kept: { with: 'payments' },
    exported: [],
    columns: {
      payment_id: nested,
      ...each(
        copied,
        'quarter key kind at counts_on is_late method country rate_basis_points currency amount_pence tax_pence',
      ),
    },
  },
  stripe_entries: {
    own: 'stripe_payment_intent_id in (select stripe_payment_intent_id from payments where user_id = $1)',
    onClosing: 'kept without the login',
    kept: { with: 'payments' },
    exported: [],
    columns: each(
      stripes,
      'stripe_entry_id stripe_payout_id type kind amount_pence fee_pence currency created_at source stripe_payment_intent_id',
    ),
  },
  filed_quarters: {
    ...ofStaff,
    columns: {
      id: mark,
      ...each(record, 'quarter staff_id filed_at'),
    },
  },
  filed_files: {
    own: theirQuarter,
    onClosing: 'kept without the login',
    kept: account,
    exported: [],
    columns: each({ because: 'copied from filed_movements' }, 'quarter kind text'),
  },
  refunds: {
    own: theirPayment,
    onClosing: 'kept without the login',
    kept: { with: 'payments' },
    exported: ['payments', 'refunds'],
    columns: {
      payment_id: nested,
      order_refund_id: 'order_refund',
      source: 'made_by',
      stripe_refund_id: 'stripe_refund',
      failure_reason: 'failure',
      created_at: 'asked_at',
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
      due_by: 'answer_due_by',
      created_at: 'opened_at',
    },
  },
  orders: {
    own: theirs,
    onClosing: 'kept without the login',
    kept: 'name and address in orders',
    exported: ['orders'],
    columns: {
      checkout_id: 'checkout',
      payment_id: 'payment',
      user_id: owner,
      customer_id: { because: 'it follows from the account or the address' },
      billing_info_id: 'billing_form',
      subtotal_pence: 'goods_pence',
      shipping_pence: 'delivery_pence',
      shipping_name: 'delivery',
      order_amount_pence: 'total_pence',
      total_items: 'units',
      goods_status: { because: 'it follows from parcels, returns and what was cancelled' },
      money_status: { because: 'it follows from refunds and disputes' },
      counts_from: 'paid_at',
      created_at: 'ordered_at',
      label: 'address_on_the_label',
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
    columns: { customer_id: owner, staff_id: colleague },
  },
  merges: {
    own: 'into_user = $1',
    onClosing: 'deleted',
    kept: 'merges not accepted',
    exported: [],
    columns: each(
      { because: 'an offer of a week, which an e-mail shows' },
      'id customer_id into_user staff_id asked_at',
    ),
  },
  message_templates: {
    own: 'changed_by in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: always,
    exported: [],
    columns: each(shops, 'id title subject text changed_at changed_by'),
  },
  shopper_notes: {
    own: theirOrder,
    onClosing: 'deleted',
    kept: 'notes and gift messages of shoppers',
    exported: ['orders', 'your_words'],
    columns: { order_id: nested },
  },
  order_events: {
    own: theirCheckout,
    onClosing: 'kept without the login',
    kept: 'name and address in orders',
    exported: ['history'],
    columns: {
      checkout_id: 'checkout',
      actor: 'by',
      staff_id: colleague,
    },
  },
  parcels: {
    ...ofOrder,
    exported: ['orders', 'parcels'],
    columns: {
      order_id: nested,
      event_id: inHistory,
      confirmed_at: 'delivery_recorded_at',
      undone_at: 'taken_back_at',
      joined_to: 'in_parcel',
    },
  },
  labels: {
    ...ofOrder,
    exported: [],
    columns: each(
      {
        because:
          'the parcel or return that it belongs to is exported, and the purchase is the shop’s',
      },
      `id order_id orders return_id contents state carrier quote service posted_with tracker pence quoted_at staff_id wanted_at
       attempts due_at problem purchase tracking_number has_code bought_at voided_at scan scanned_at tracked_at`.replaceAll(
        /\s+/g,
        ' ',
      ),
    ),
  },
  parcel_items: {
    ...ofOrder,
    exported: ['orders', 'parcels', 'goods'],
    columns: {
      variant_id: 'colour_id',
      ...each(nested, 'parcel_id order_id'),
    },
  },
  cancelled_items: {
    ...ofOrder,
    exported: ['orders', 'cancelled'],
    columns: {
      event_id: inHistory,
      order_id: nested,
      variant_id: 'colour_id',
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
    ...ofOrder,
    exported: ['gifts'],
    columns: { order_id: 'order', event_id: inHistory },
  },
  exchanges: {
    ...ofOrder,
    exported: ['exchanges'],
    columns: {
      order_id: 'order',
      from_order_id: 'exchange_of',
      return_id: 'return',
      event_id: inHistory,
      at_once: 'sent_at_once',
    },
  },
  exchanged_items: {
    ...ofOrder,
    exported: ['exchanges', 'goods'],
    columns: {
      order_id: nested,
      from_variant_id: 'from_colour_id',
      to_variant_id: 'to_colour_id',
    },
  },
  replacements: {
    ...ofOrder,
    exported: ['replacements'],
    columns: {
      order_id: 'order',
      replaces_order_id: 'replaces',
      event_id: inHistory,
    },
  },
  swapped_items: {
    ...ofOrder,
    exported: ['orders', 'swapped'],
    columns: {
      event_id: inHistory,
      order_id: nested,
      from_variant_id: 'from_colour_id',
      to_variant_id: 'to_colour_id',
    },
  },
  returns: {
    ...ofOrder,
    exported: ['orders', 'returns'],
    columns: { order_id: nested, event_id: inHistory },
  },
  return_items: {
    ...ofOrder,
    exported: ['orders', 'returns', 'goods'],
    columns: {
      variant_id: 'colour_id',
      restocked: 'back_in_stock',
      ...each(nested, 'return_id order_id'),
    },
  },
  return_photos: {
    own: `return_id in (select id from returns where ${theirOrder})`,
    onClosing: 'kept without the login',
    kept: 'photos of a return',
    exported: ['orders', 'returns', 'photos'],
    columns: { return_id: nested },
  },
  review_requests: {
    ...ofOrder,
    exported: ['orders', 'reviews_asked_for'],
    columns: { order_id: nested },
  },
  product_reviews: {
    ...ofOrder,
    onClosing: 'deleted',
    exported: ['orders', 'reviews'],
    columns: {
      revision: mark,
      order_id: nested,
      answered_by: colleague,
    },
  },
  hidden_reviews: {
    own: `review_id in (select id from product_reviews where ${theirOrder})`,
    onClosing: 'deleted',
    kept: { with: 'product_reviews' },
    exported: ['orders', 'reviews', 'hidden'],
    columns: { review_id: nested, revision: mark, staff_id: colleague },
  },
  review_photos: {
    own: `review_id in (select id from product_reviews where ${theirOrder})`,
    onClosing: 'deleted',
    kept: { with: 'product_reviews' },
    exported: ['orders', 'reviews', 'photos'],
    columns: { review_id: nested },
  },
  order_refunds: {
    ...ofOrder,
    exported: ['orders', 'refunds'],
    columns: {
      order_id: nested,
      return_id: 'return',
      shipping_pence: 'delivery_pence',
      act_id: inHistory,
    },
  },
  order_refund_items: {
    ...ofOrder,
    exported: ['orders', 'refunds', 'goods'],
    columns: {
      variant_id: 'colour_id',
      ...each(nested, 'order_refund_id order_id'),
    },
  },
  order_words: {
    ...ofOrder,
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
    columns: { user_id: owner },
  },
  staff_invitations: {
    own: 'lower(email) = lower($2)',
    onClosing: 'deleted',
    kept: 'invitations not accepted',
    exported: ['invitations_to_the_studio'],
    columns: { staff_id: colleague },
  },
  staff_log: {
    ...ofStaff,
    columns: each(record, 'id at staff_id area what about about_id words'),
  },
  team_events: {
    own: 'about_id in (select id from staff where user_id = $1)',
    onClosing: 'kept without the login',
    kept: account,
    exported: [],
    columns: each(record, 'id at staff_id kind about_id invitation role'),
  },
  release_events: {
    ...ofStaff,
    columns: {
      ...each(mark, 'id release_id'),
      ...each(record, 'staff_id what at'),
    },
  },
  discount_changes: {
    ...ofStaff,
    columns: {
      id: mark,
      ...each(record, 'discount_id staff_id at ends_at what'),
    },
  },
  setting_changes: {
    ...ofStaff,
    columns: {
      ...each(mark, 'id transaction_id'),
      ...each(record, 'staff_id at was now'),
    },
  },
  stock_movements: {
    ...ofStaff,
    columns: {
      ...each(mark, 'id event_id'),
      ...each(record, 'variant_id at moved stock why order_id staff_id note'),
    },
  },
  stock_deliveries: {
    ...ofStaff,
    columns: {
      id: mark,
      ...each(record, 'variant_id units due_on note staff_id made_at closed_at arrived'),
    },
  },
  second_factors: {
    own: theirs,
    onClosing: 'deleted',
    kept: account,
    exported: ['authenticator_app'],
    columns: { user_id: owner, factor_id: 'id' },
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
    },
  },
  login_codes: {
    own: theirs,
    onClosing: 'deleted',
    kept: 'login codes',
    exported: ['login_codes'],
    columns: { user_id: owner },
  },
  order_items: {
    ...ofOrder,
    exported: ['orders', 'goods'],
    columns: {
      order_id: nested,
      variant_id: 'colour_id',
      product_name: 'product',
      color_name: 'colour',
      product_price_pence: 'unit_pence',
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
      checkout_id: 'checkout',
      user_id: owner,
      subscription_id: 'subscription',
      stock_alert_id: 'stock_alert',
      release_id: { because: 'of staff’s e-mails only, which are about nobody' },
      complaint_id: 'complaint',
      invitation_id: 'invitation',
      draw_entry_id: 'draw_entry',
      gift_card_id: 'gift_card',
      due_at: 'next_attempt_at',
      joined_to: 'told_by',
      provider_id: 'provider_number',
      created_at: 'written_at',
      resent_at: 'sent_again_at',
      ...each(mark, 'claim batch'),
    },
  },
  rate_limits: {
    own: 'caller_hash = $3',
    onClosing: 'deleted',
    // Expired rows have no effect, and later callers delete them.
    kept: 'counts of attempts',
    exported: ['recent_attempts'],
    columns: {
      action: 'of',
      caller_hash: owner,
      expires_at: 'counts_until',
    },
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
  'label_settings',
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

const { database, shop, sql } = await openDatabase();
let columns: Column[];
const hash = 'a'.repeat(43);
/** Unique data of one shopper, searched for everywhere after the erasure. */
const ada = { id: '', email: '', username: '' };
let exported: unknown;
let rowsBefore: Record<string, Record<string, unknown>>;

/** Order of the rows of a person with several, as exported; otherwise that of insertion. */
const sorted: Readonly<Record<string, string>> = {
  payments: 'created_at, id',
  order_events: 'at, id',
  orders: 'created_at, id',
};

function ownRows(table: string, condition: string) {
  return sql.unsafe<{ row: Record<string, unknown> }[]>(
    `select to_jsonb(t) as row from "${table}" t
     where ${condition} and ($1::uuid is null or $2::text is null or $3::text is null) is not null
     order by ${sorted[table] ?? 'ctid'}`,
    [ada.id, ada.email, hash],
  );
}

beforeAll(async () => {
  const sku = await shop.newSku(10);
  ada.id = await shop.newShopper();
  const code = await shop.newDiscount();
  const bought = await shop.open(ada.id, [{ sku, quantity: 2 }], { code, off: 490 });
  await shop.complete(bought.checkout_id);
  await liveThrough(database, bought.checkout_id, ada.id);
  await shop.refund(bought.checkout_id, 're_1', { pence: 1 });
  await sql`
    select record_dispute(${`pi_${bought.checkout_id}`}, '{"id": "du_1", "amount_pence": 1, "reason": "general", "status": "needs_response", "due_by": 2, "created": 0}')`;
  await sql`
    select save_billing_info('Never Paid', 'Nowhere 1', 'np@example.com', '0')
    from ${acting(sql, ada.id)}`;
  const { checkout_id: left } = await shop.open(ada.id, [{ sku, quantity: 3 }], { code, off: 735 });
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
  await shop.newGiftCard(500, ada.email);
  await sql`update mail_outbox set status = 'sent', sent_at = now() where kind = 'gift_card'`;
  // One code at a time; the export check reads this checkout.
  await sql`
    insert into checkout_credits (checkout_id, gift_card_id, goods_pence, held_pence)
    select c.id, g.id, 100, 100 from gift_cards g, checkouts c where c.id in (${left}, ${bought.checkout_id})`;
  await sql`
    insert into subscriptions (email, confirmed_at, confirmed_text)
    values (${ada.email}, now(), 'Press the button')`;
  const mailing = randomUUID();
  const work = await shop.newShopper();
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
    with drawn as (
      insert into draws (product_id, opens_at, closes_at, seed_round, staff_id)
      select ${sku.product_id}, now() - interval '1 hour', now() + interval '1 hour', 1, id
      from staff where user_id = ${ada.id} returning id)
    insert into draw_entries (draw_id, variant_id, email, person, user_id)
    select id, ${sku.variant_id}, ${ada.email}, ${ada.email}, ${ada.id} from drawn`;
  await sql`insert into draw_pieces (draw_id, variant_id, pieces) select draw_id, variant_id, 1 from draw_entries`;
  await sql`
    update draw_entries
    set confirmed_at = now(), salt = '\\x01', receipt = '\\x02', leaf = '\\x03' where user_id = ${ada.id}`;
  await sql`
    insert into draw_places (entry_id, draw_id, variant_id, place, user_id)
    select id, draw_id, variant_id, 1, user_id from draw_entries where user_id = ${ada.id}`;
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
  const references = await sql<{ from: string; to: string }[]>`
    select conrelid::regclass::text as from, confrelid::regclass::text as to
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
  const leaks = references.filter(
    ({ from, to }) => impersonal.includes(from) && (to in personal || to.startsWith('auth.')),
  );
  expect(leaks).toEqual([]);
});

test.each(Object.entries(personal))(
  '%s is exported with every column, unless there is a reason',
  (table, { columns: exceptions, exported: path }) => {
    const known = columns.filter((row) => row.table === table).map(({ column }) => column);
    expect(known).toEqual(expect.arrayContaining(Object.keys(exceptions)));
    const row = rowsBefore[table];
    for (const column of known) {
      const key = exceptions[column] ?? column;
      if (typeof key !== 'string') continue;
      expect(row?.[column], `${table}.${column}`).toBeDefined();
      expect(at(exported, [...path, key]), `${table}.${column}`).toEqual(row?.[column]);
    }
  },
);

test('each table has a retention period, and each period belongs to a table or to Supabase Auth', async () => {
  const periods = await sql<{ data: string }[]>`select data from retention_periods()`;
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
  const [{ counts }] = await sql<[{ counts: Record<string, number> }]>`
    select jsonb_object_agg(data, rows) as counts from prune_personal_data(10)`;
  const periods = await sql<{ data: string }[]>`select data from retention_periods()`;
  expect(Object.keys(counts).toSorted()).toEqual(
    [...periods.map(({ data }) => data), ...withoutPeriod].toSorted(),
  );
});

describe('after the account is closed', () => {
  beforeAll(async () => {
    await sql`select close_account(${ada.id}, array[${hash}])`;
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
      const [{ rows }] = await sql.unsafe<[{ rows: number }]>(
        `select count(*)::int as rows from "${table}"`,
      );
      expect(rows).toBeGreaterThan(0);
    },
  );

  test('nothing contains their id, username or password, or a form that was never paid for', async () => {
    const tables = await sql<{ name: string }[]>`
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
        const hits = await sql.unsafe(
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
  return (await sql`select from auth.users where id = ${id}`).length === 1;
}

/** Makes a guest and their checkouts older. */
async function age(id: string, days: number): Promise<void> {
  await sql`
    with older as (
      update auth.users set created_at = created_at - make_interval(days => ${days}) where id = ${id})
    update checkouts set created_at = created_at - make_interval(days => ${days}) where user_id = ${id}`;
}

async function prune(): Promise<void> {
  await sql`select prune_personal_data(100)`;
}

describe('a guest', () => {
  let guest: string;
  let order: number;

  beforeAll(async () => {
    guest = await shop.newShopper({ guest: true });
    const bought = await shop.open(guest, [{ sku: await shop.newSku(5), quantity: 1 }]);
    order = (await shop.complete(bought.checkout_id)).order_id ?? 0;
  });

  test('is exported with forms and orders, like a shopper', async () => {
    const [{ data }] = await sql<[{ data: unknown }]>`select export_account(${guest}) as data`;
    expect(data).toMatchObject({
      account: { id: guest, username: null, email: null },
      billing_forms: [{ email: `${guest}@example.com` }],
      orders: [{ id: order }],
    });
  });

  test('without a checkout is deleted after a day, with the form', async () => {
    const looker = await shop.newShopper({ guest: true });
    await prune();
    expect(await isKnown(looker)).toBe(true);
    await age(looker, 1);
    await prune();
    expect(await isKnown(looker)).toBe(false);
    expect(await sql`select from billing_infos where user_id = ${looker}`).toHaveLength(0);
  });

  test('with a payment that is not settled stays', async () => {
    const payer = await shop.newShopper({ guest: true });
    const sku = await shop.newSku(5);
    const first = await shop.open(payer, [{ sku, quantity: 1 }]);
    await shop.complete(first.checkout_id);
    await sql`select mark_order_seen(${`cs_test_${first.checkout_id}`})`;
    const second = await shop.open(payer, [{ sku, quantity: 2 }]);
    await shop.complete(second.checkout_id, { charged: 1 });
    await age(payer, 31);
    await prune();
    expect(await isKnown(payer)).toBe(true);
  });

  test('is deleted after 30 days if the payment was refunded without an order', async () => {
    const payer = await shop.newShopper({ guest: true });
    const { checkout_id } = await shop.open(payer, [{ sku: await shop.newSku(5), quantity: 1 }]);
    await shop.complete(checkout_id, { charged: 1 });
    await shop.refund(checkout_id, 're_guest');
    expect(await shop.statusOf(checkout_id)).toBe('refunded');
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
    const [kept] = await sql`
      select o.user_id, b.email from orders o join billing_infos b on b.id = o.billing_info_id
      where o.id = ${order}`;
    expect(kept).toEqual({ user_id: null, email: `${guest}@example.com` });
    await sql`
      update checkouts set created_at = created_at - interval '150 days'
      where id = (select checkout_id from orders where id = ${order})`;
    await prune();
    const [later] = await sql`
      select b.email from orders o join billing_infos b on b.id = o.billing_info_id where o.id = ${order}`;
    expect(later).toEqual({ email: '' });
  });

  test('can be erased earlier by the shop', async () => {
    const other = await shop.newShopper({ guest: true });
    await sql`select close_account(${other})`;
    expect(await isKnown(other)).toBe(false);
  });
});
