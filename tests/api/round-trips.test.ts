import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { afterwardsDone } from '../support/afterwards.ts';
import { actScenes } from '../support/acts/act-scenes.ts';
import { apiActs } from '../support/acts/api-acts.ts';
import { sharedPathActs } from '../support/acts/shared-path-acts.ts';
import { cachedCalls, cachingOf, notCached } from '../support/caching.ts';
import { openBackend } from '../support/open-backend.ts';
import { call, type Reply } from '../support/call.ts';
import { newClientAddress } from '#harness/client-address.ts';
import { callName, loadCalls, loadFunctions } from '#harness/function-server.ts';
import { createWire } from '../support/wire.ts';
import { shopDatabase } from '../support/shop-database.ts';
import { nullableColumns } from '#server/nullable-columns.ts';

const sql = (name: string) => `database ${name}`;
const look = 'stripe GET /v1/checkout/sessions/:id';
const nameOrder = 'stripe POST /v1/payment_intents/:id';
const mail = [sql('claim_mails'), sql('record_mail_sent')];
const tokenForPassword = sql('POST /auth/v1/token');

/** Looks up a payment's refunds at Stripe. */
const stripeRefunds = ['stripe GET /v1/refunds', sql('record_refunds')];

/** Round trips of an order's refund while the user waits. */
const moneyBack = [
  ...stripeRefunds,
  sql('begin_order_refund'),
  'stripe POST /v1/refunds',
  sql('record_refunds'),
  sql('order_refund_progress'),
];

/** Round trips of a code of an authenticator app. */
const givenCode = [
  sql('GET /auth/v1/user'),
  sql('second_factor_try'),
  sql('POST /auth/v1/factors/:id/challenge'),
  sql('POST /auth/v1/factors/:id/verify'),
  sql('second_factor_tried'),
];

/**
 * Round trips of each call to the database, Supabase Auth and Stripe, including those after the response. Add
 * new ones here.
 */
const roundTrips: Record<string, string[]> = {
  'account-close': [
    sql('account_username'),
    sql('begin_login'),
    tokenForPassword,
    sql('POST /auth/v1/logout'),
    sql('attempt_succeeded'),
    sql('close_account'),
  ],
  'account-export': [sql('take_attempt'), sql('account_username'), sql('export_account')],
  'account-orders': [sql('account_orders')],
  'account-order-note': [sql('shopper_save_note')],
  'account-reorder': [sql('reorder_lines')],
  'product-details-id': [sql('product_page')],
  'product-details-id-part.html': [sql('product_page')],
  'productlisting-id': [sql('address_until')],
  'sitemap.xml': [sql('opened_until')],
  'merchant-feed.xml': [sql('feed_until')],
  'feeds-google-reviews.xml': [sql('review_feed')],
  'feeds-meta.csv': [sql('feed_until')],
  'feeds-pinterest.csv': [sql('feed_until')],
  'feeds-tiktok.csv': [sql('feed_until')],
  'account-cancel-order': [
    sql('shopper_cancel_order'),
    ...moneyBack.slice(0, -1),
    sql('shopper_order'),
    ...mail,
    sql('record_mail_sent'),
  ],
  'account-return': [sql('shopper_ask_return'), sql('shopper_order'), ...mail],
  'account-email': [sql('account_email_state'), sql('owe_confirm_email'), ...mail],
  'auth-confirm-email': [sql('confirm_email')],
  'auth-claim-order': [
    sql('take_attempt'),
    sql('claimable_order'),
    sql('username_taken'),
    sql('POST /auth/v1/signup'),
    sql('claim_order'),
    tokenForPassword,
  ],
  'auth-staff-invitation': [
    sql('take_attempt'),
    sql('invitation_offer'),
    sql('username_taken'),
    sql('POST /auth/v1/signup'),
    sql('accept_invitation'),
    tokenForPassword,
  ],
  'auth-guest': [sql('take_attempt'), sql('POST /auth/v1/signup')],
  'auth-forgot-password': [
    sql('take_attempt'),
    sql('may_mail_account'),
    sql('POST /auth/v1/recover'),
  ],
  // Only Supabase Auth knows the passwords. The last call runs after the response.
  'auth-login': [sql('begin_login'), tokenForPassword, sql('attempt_succeeded')],
  'auth-login-code': [sql('ask_login_code'), sql('owe_login_code'), ...mail],
  'auth-login-code-verify': [
    sql('try_login_code'),
    sql('POST /auth/v1/admin/generate_link'),
    sql('POST /auth/v1/verify'),
  ],
  'auth-logout': [sql('POST /auth/v1/logout')],
  'auth-refresh': [tokenForPassword],
  'auth-register': [
    sql('take_attempt'),
    sql('username_taken'),
    sql('POST /auth/v1/signup'),
    sql('give_back_attempt'),
  ],
  'auth-reset-password': [
    sql('take_attempt'),
    sql('POST /auth/v1/verify'),
    sql('begin_password_reset'),
    sql('PUT /auth/v1/user'),
    sql('POST /auth/v1/logout'),
    sql('login_restored'),
  ],
  'listing-additionalpays': [sql('GET /rest/v1/zone_taxes')],
  'listing-cartvalidate': [sql('counted_stock')],
  'what-we-count': [sql('what_we_count')],
  'listing-destination': [sql('counted_destination')],
  'listing-discount': [sql('counted_discount')],
  'listing-confirm-subscription': [sql('confirm_subscription')],
  'listing-unsubscribe': [sql('unsubscribe')],
  'listing-categories': [sql('categories_until')],
  'listing-productlisting-categoryid': [sql('listing_until')],
  'listing-deliveries': [sql('domestic_promises')],
  'listing-liveproducts': [sql('counted_products')],
  'listing-ordercreatation': [sql('find_purchase'), sql('mark_order_seen')],
  'listing-opened': [sql('opened_until')],
  'browser-error': [],
  health: [sql('health'), sql('GET /auth/v1/health')],
  // As the CDN would ask, if it had no answer.
  'pages-all-products': [sql('listing_until')],
  'pages-productlisting-id': [sql('listing_until')],
  'listing-productlisting': [sql('listing_until')],
  'order-terms-version': [sql('GET /rest/v1/terms_versions')],
  'listing-reducequantity': [
    sql('find_purchase'),
    sql('take_attempt'),
    look,
    sql('complete_checkout'),
    sql('find_purchase'),
    nameOrder,
    ...mail,
  ],
  complaint: [sql('take_attempt'), sql('complain'), ...mail],
  'staff-complaints': [sql('staff_complaints')],
  'staff-discounts': [sql('staff_discounts')],
  'staff-discount-make': [sql('staff_make_discount'), sql('staff_discounts')],
  'staff-discount-pause': [sql('staff_pause_discount'), sql('staff_discounts')],
  'staff-discount-extend': [sql('staff_extend_discount'), sql('staff_discounts')],
  'staff-discount-codes': [sql('staff_make_codes')],
  'gift-card': [sql('counted_gift_card')],
  'staff-gift-cards': [sql('staff_gift_cards')],
  'staff-store-credit': [sql('staff_give_credit'), ...mail],
  'staff-gift-card': [sql('staff_renew_gift_card'), ...mail],
  'listing-stock-alert': [sql('ask_stock_alert')],
  'listing-end-stock-alerts': [sql('end_stock_alerts')],
  'listing-subscribe': [sql('take_attempt'), sql('subscribe'), ...mail],
  'mailing-preview': [sql('mailing_to_preview')],
  'staff-mailings': [sql('staff_mailings')],
  'staff-mailings-save': [sql('staff_save_mailing')],
  'staff-mailings-test': [sql('staff_own_address'), sql('mailing_to_preview')],
  'staff-mailings-send': [
    sql('staff_mailings'),
    sql('mailing_to_preview'),
    sql('staff_release_mailing'),
  ],
  'staff-mailings-halt': [sql('staff_halt_mailing')],
  'staff-subscribers': [sql('staff_subscribers')],
  'staff-cart-reminders': [sql('staff_cart_reminders')],
  'staff-welcome-code': [sql('staff_welcome_offer')],
  'mail-webhook': [sql('record_mail_event')],
  'order-link': [sql('linked_order'), sql('shopper_order')],
  'return-photos': [sql('require_own_order'), sql('photos_of_return')],
  'return-photos-add': [
    sql('require_own_order'),
    sql('take_attempt'),
    sql('photo_is_known'),
    // Sizes for the viewer and for lists.
    sql('POST /storage/v1/object/return-photos/:id'),
    sql('POST /storage/v1/object/return-photos/:id'),
    sql('add_return_photo'),
    sql('photos_of_return'),
    sql('POST /storage/v1/object/sign/return-photos'),
  ],
  'staff-return-photos': [sql('staff_return_photos')],
  review: [sql('order_to_review'), sql('take_attempt'), sql('write_review'), sql('order_reviews')],
  'review-photo': [
    sql('order_to_review'),
    sql('take_attempt'),
    sql('review_photo_is_known'),
    sql('POST /storage/v1/object/review-photos/:id'),
    sql('POST /storage/v1/object/review-photos/:id'),
    sql('add_review_photo'),
    sql('photos_of_own_review'),
    sql('POST /storage/v1/object/sign/review-photos'),
  ],
  'review-photo-photo-size': [
    sql('published_photo'),
    sql('GET /storage/v1/object/review-photos/:id'),
  ],
  'listing-end-review-mails': [sql('end_review_mails')],
  'staff-reviews': [sql('staff_reviews')],
  'staff-reviews-hide': [sql('staff_hide_review')],
  'staff-reviews-show': [sql('staff_show_review')],
  'staff-reviews-answer': [sql('staff_answer_review')],
  'staff-foresee': [sql('staff_foresee')],
  'staff-cancel': [sql('staff_cancel'), ...moneyBack, ...mail, sql('record_mail_sent')],
  'staff-confirm-login': [
    sql('staff_username'),
    sql('begin_login'),
    tokenForPassword,
    sql('attempt_succeeded'),
    sql('POST /auth/v1/logout'),
  ],
  'staff-second-factor-begin': [
    sql('second_factor_begin'),
    sql('GET /auth/v1/user'),
    sql('POST /auth/v1/factors'),
  ],
  'staff-second-factor-confirm': [...givenCode],
  'staff-second-factor-give': [...givenCode],
  'staff-second-factor-remove': [
    ...givenCode,
    sql('second_factor_remove'),
    sql('DELETE /auth/v1/factors/:id'),
  ],
  'staff-catalogue': [sql('staff_catalogue')],
  'staff-files-catalogue-export': [sql('staff_export_catalogue')],
  'staff-files-subscribers': [sql('staff_subscribers'), sql('staff_note_download')],
  'staff-files-catalogue-picture': [
    sql('require_staff'),
    // The first picture of a shop creates its bucket.
    sql('POST /storage/v1/object/catalogue/:id'),
    sql('POST /storage/v1/bucket'),
    sql('POST /storage/v1/object/catalogue/:id'),
  ],
  'staff-files-picture-focus': [
    sql('require_staff'),
    sql('GET /storage/v1/object/catalogue/:id'),
    sql('POST /storage/v1/object/catalogue/:id'),
  ],
  'staff-files-catalogue-read': [sql('staff_export_catalogue')],
  'staff-categories-rule': [sql('staff_rule_products')],
  'staff-edits': [sql('staff_edits')],
  'staff-edits-save': [sql('staff_save_edit')],
  'staff-release': [sql('staff_release')],
  'staff-release-save': [sql('staff_save_release')],
  'staff-release-preview': [sql('staff_preview_release')],
  // Publishing and undoing check the content that pages need.
  'staff-release-publish': [sql('staff_release'), sql('staff_publish_release')],
  'staff-release-schedule': [sql('staff_release'), sql('staff_schedule_release')],
  'staff-release-unschedule': [sql('staff_unschedule_release')],
  'staff-release-discard': [sql('staff_discard_release')],
  'staff-release-preview-undo': [sql('staff_preview_undo')],
  'staff-release-undo': [sql('staff_release'), sql('staff_undo_release')],
  'staff-releases': [sql('staff_releases')],
  'staff-publishing': [sql('staff_publishing')],
  'staff-content': [sql('staff_content')],
  'staff-dead-links': [sql('staff_dead_links')],
  draw: [sql('draw_facts')],
  'draw-record': [sql('draw_record')],
  'draw-enter': [sql('enter_draw'), ...mail],
  'draw-entry': [sql('draw_entry')],
  'staff-draw': [sql('staff_draw')],
  'staff-draw-plan': [sql('staff_plan_draw')],
  'staff-draw-cancel': [sql('staff_cancel_draw')],
  'staff-product-order': [sql('staff_product_order')],
  'staff-scanned': [sql('staff_scanned')],
  'staff-customers': [sql('staff_customers')],
  'staff-customer': [sql('staff_customer')],
  'staff-customer-note': [sql('staff_customer_note')],
  'staff-customer-export': [sql('staff_customer_login'), sql('staff_export_customer')],
  'staff-customer-erase': [sql('staff_customer_login'), sql('staff_erase_customer')],
  'staff-customer-merge': [sql('staff_merge'), ...mail],
  'staff-templates': [sql('staff_templates')],
  'staff-templates-remove': [sql('staff_remove_template')],
  'staff-message': [sql('staff_message'), ...mail],
  'staff-activity': [sql('staff_activity')],
  'staff-stock': [sql('staff_stock')],
  'staff-stock-colour': [sql('staff_colour_stock')],
  'staff-stock-adjust': [sql('staff_adjust_stock')],
  'staff-stock-limit': [sql('staff_limit_stock')],
  'staff-stock-expect': [sql('staff_expect_delivery')],
  'staff-stock-arrive': [sql('staff_close_delivery')],
  'staff-categories': [sql('staff_categories')],
  'staff-me': [sql('staff_me')],
  'staff-order': [sql('staff_order')],
  'staff-orders': [sql('staff_orders')],
  'staff-orders-for-print': [sql('orders_for_print')],
  'staff-refund': [sql('staff_refund'), ...moneyBack, ...mail],
  'staff-refund-retry': [sql('staff_retry_refund'), ...moneyBack, ...mail],
  'staff-refund-give-up': [
    sql('staff_refundable'),
    ...stripeRefunds,
    sql('staff_give_up_refund'),
    ...stripeRefunds,
    sql('begin_order_refund'),
    sql('order_refund_progress'),
    sql('claim_mails'),
  ],
  'staff-payment-retry': [
    sql('staff_retry_payment'),
    ...stripeRefunds,
    sql('begin_refund'),
    'stripe POST /v1/refunds',
    sql('record_refunds'),
    ...mail,
  ],
  'staff-payment-settle': [
    sql('staff_refundable'),
    ...stripeRefunds,
    sql('staff_settle_payment'),
    ...mail,
  ],
  'staff-payment-close-surplus': [sql('staff_close_surplus'), sql('claim_mails')],
  // E-mails to the shopper and to staff.
  'staff-review': [sql('staff_resolve_review'), nameOrder, ...mail, sql('record_mail_sent')],
  'staff-return-ask': [sql('staff_ask_return'), ...mail],
  'staff-return-receive': [sql('staff_receive_return'), ...mail],
  'staff-return-settle': [sql('staff_settle_return'), ...moneyBack, ...mail],
  'staff-return-refuse': [sql('staff_refuse_return'), ...mail],
  'staff-dispatch': [sql('staff_dispatch')],
  'staff-export': [sql('labels_to_print'), sql('staff_note_download')],
  'staff-tracking': [sql('staff_take_tracking')],
  'staff-label': [sql('staff_correct_label')],
  'staff-apart': [sql('staff_send_apart')],
  'staff-labels': [sql('staff_labels')],
  'staff-labels-quote': [
    sql('labels_to_print'),
    sql('chosen_carrier'),
    sql('staff_labels'),
    'carrier POST /shipments',
    sql('staff_keep_quotes'),
  ],
  'staff-labels-buy': [
    sql('staff_buy_labels'),
    sql('begin_label'),
    'carrier POST /transactions',
    sql('settle_label'),
    sql('staff_buy_labels'),
  ],
  'staff-labels-void': [
    sql('staff_void_label'),
    sql('begin_label'),
    'carrier GET /transactions/:id',
    'carrier POST /refunds',
    sql('settle_label'),
  ],
  'staff-papers-labels': [sql('staff_label_purchases'), 'carrier GET /transactions/:id'],
  'return-label': [sql('GET /rest/v1/labels'), 'carrier GET /transactions/:id'],
  'shippo-webhook': [
    sql('labels_to_track'),
    'carrier GET /tracks/royal_mail/:id',
    sql('record_scan'),
  ],
  'staff-mail': [sql('staff_resend_mail'), ...mail],
  'staff-note': [sql('staff_note')],
  'staff-figures': [sql('staff_figures')],
  'staff-payouts': [sql('staff_payouts')],
  'staff-quarters': [sql('staff_quarters')],
  'staff-quarter-file': [sql('staff_file_quarter'), sql('keep_filed_files')],
  'staff-visits': [sql('staff_visits')],
  'staff-health': [sql('staff_health'), sql('GET /auth/v1/health')],
  'staff-team': [sql('staff_invite'), sql('staff_team'), ...mail],
  'staff-settings': [sql('staff_settings')],
  'staff-link': [
    sql('staff_open_link'),
    'stripe POST /v1/checkout/sessions',
    sql('attach_link'),
    ...mail,
  ],
  'staff-link-end': [
    sql('link_to_end'),
    'stripe POST /v1/checkout/sessions/:id/expire',
    sql('release_checkout'),
  ],
  'staff-gift': [sql('staff_gift'), ...mail],
  'staff-sale': [sql('staff_sell_in_hand'), ...mail],
  'staff-refund-hand-over': [
    sql('staff_refundable'),
    sql('staff_hand_over_refund'),
    sql('order_refund_progress'),
    ...mail,
  ],
  // The second order's e-mails wait for the return.
  'staff-exchange': [sql('staff_exchange'), ...mail, sql('claim_mails')],
  'staff-replace': [sql('staff_replace'), ...mail],
  'staff-edit': [
    sql('staff_edit_order'),
    ...moneyBack,
    ...mail,
    sql('record_mail_sent'),
    sql('record_mail_sent'),
  ],
  'staff-email': [sql('staff_correct_email'), ...mail],
  'staff-deliver': [sql('staff_deliver_orders'), ...mail],
  'staff-parcel-undo': [sql('staff_undo_dispatch'), ...mail],
  'staff-parcel-deliver': [sql('staff_deliver'), ...mail],
  'staff-parcel-correct': [sql('staff_correct_parcel'), ...mail],
  'stripe-cancel': [
    sql('GET /rest/v1/checkouts'),
    'stripe POST /v1/checkout/sessions/:id/expire',
    sql('release_checkout'),
  ],
  'stripe-create-stripe-session': [
    sql('take_attempt'),
    sql('open_checkout'),
    'stripe POST /v1/checkout/sessions',
    sql('attach_stripe_session'),
  ],
  'stripe-save-billing-info': [sql('take_attempt'), sql('save_billing_info')],
  'stripe-save-payment': [sql('take_attempt'), sql('find_purchase')],
  withdraw: [
    sql('take_attempt'),
    sql('take_attempt'),
    sql('withdrawable_order'),
    sql('withdraw_order'),
    ...mail,
  ],
  'stripe-webhook': [look, sql('complete_checkout'), nameOrder, ...mail],
};

/** Columns of single rows and of lists that were null, as `function.column`. */
const nulls = new Set<string>();

function noteNulls(name: string, body: string): void {
  const [, sqlFunction] = /^database (\w+)$/.exec(name) ?? [];
  if (!sqlFunction || body === '') return;
  for (const row of [JSON.parse(body)].flat()) {
    for (const [column, value] of Object.entries(row ?? {})) {
      if (value === null) nulls.add(`${sqlFunction}.${column}`);
    }
  }
}

const wire = createWire({ onAnswer: noteNulls });

const { backend } = await openBackend({ wire, mails: true });
const acts = apiActs(backend);

const dryRun = 'it changes nothing';
const ownLogin = 'it only concerns the caller’s own login';
const untilReleased = 'nobody else sees it before a release, which is recorded';

/** Studio calls by POST that the activity log does not record, with the reason. */
const unrecorded: Record<string, string> = {
  'staff-confirm-login': ownLogin,
  'staff-second-factor-begin': ownLogin,
  'staff-second-factor-give': ownLogin,
  'staff-foresee': dryRun,
  'staff-labels-quote': dryRun,
  'staff-categories-rule': dryRun,
  'staff-dead-links': dryRun,
  'staff-release-preview': dryRun,
  'staff-release-preview-undo': dryRun,
  'staff-files-catalogue-read': dryRun,
  'staff-files-catalogue-picture': untilReleased,
  'staff-files-picture-focus': untilReleased,
  'staff-edits-save': untilReleased,
  'staff-mailings-test': 'only its sender gets it',
};

/** Number of acts in the activity log. */
async function activity(): Promise<number> {
  const [row] = await backend.database.sql<[{ acts: number }]>`
    select count(*)::int as acts
    from unnest(enum_range(null::activity_area)) area, activity_of(area, '{}', null, null, 1000000)`;
  return row.acts;
}

/** Calls after which the activity log had grown. */
const recorded = new Set<string>();

async function recording(name: string, act: () => Promise<Reply>) {
  const before = await activity();
  const answered = await watched(act);
  if ((await activity()) > before) recorded.add(name);
  return answered;
}

/** Response of a call, and the calls that it made. */
async function watched(act: () => Promise<Reply>) {
  await afterwardsDone();
  wire.watch();
  const reply = await act();
  await afterwardsDone();
  return { reply, status: reply.status, calls: wire.calls() };
}

test('every call has a row', async () => {
  const names = (await loadCalls()).map(({ name }) => name);
  expect(Object.keys(roundTrips).toSorted()).toEqual(names.toSorted());
});

describe.each(Object.entries(roundTrips))('%s', (name, row) => {
  let answered: Awaited<ReturnType<typeof watched>>;

  beforeAll(async () => {
    const act = await acts[name]?.();
    if (!act) throw new Error(`Nobody calls ${name}`);
    answered = await recording(name, act);
  });

  test('makes its round trips and no other', () => {
    expect(answered.status).toBeLessThan(400);
    // Work after the response runs concurrently.
    expect(answered.calls.toSorted()).toEqual(row.toSorted());
  });

  test('sends its caching headers', () => {
    expect(cachingOf(answered.reply)).toEqual(cachedCalls[name] ?? notCached);
  });
});

test('the activity log records what staff do, or there is a reason not to', async () => {
  for (const [name, prepare] of Object.entries(sharedPathActs(actScenes(backend)))) {
    const { status } = await recording(name, await prepare());
    expect([name, status < 400]).toEqual([name, true]);
  }
  const writes = (await loadFunctions())
    .flatMap(({ routes }) => routes)
    .filter(({ method, path }) => method === 'POST' && /^\/api\/staff\b/.test(path))
    .map(({ path }) => callName(path));
  expect(writes.filter((name) => !recorded.has(name)).toSorted()).toEqual(
    Object.keys(unrecorded).toSorted(),
  );
});

function wrongLogin(username: string, from: string): Promise<Reply> {
  return call(`${backend.origin}/api/auth/login/`, { json: { username, password: 'wrong' }, from });
}

describe('rejected calls cost no more', () => {
  test('a wrong password: two', async () => {
    const { status, calls } = await watched(() => wrongLogin('nobody', newClientAddress()));
    expect({ status, calls }).toEqual({
      status: 401,
      calls: [sql('begin_login'), tokenForPassword],
    });
  });

  test('one attempt too many: one, and Supabase Auth is not called', async () => {
    const from = newClientAddress();
    for (let tries = 0; tries < 10; tries += 1) await wrongLogin('somebody', from);
    const { status, calls } = await watched(() => wrongLogin('somebody', from));
    expect({ status, calls }).toEqual({ status: 429, calls: [sql('begin_login')] });
  });

  test.each([
    ['categories', '/api/listing/productListing/', 'listing_until'],
    ['products', '/.netlify/functions/product-pages/product-details/', 'product_page'],
    ['terms_versions', '/.netlify/functions/filled-pages/order-terms/', null],
  ])(
    'made-up ids of %s: one look at the newest id, and none once a second has had ten',
    async (table, path, read) => {
      const ask = (id: number) => watched(() => call(`${backend.origin}${path}${id}`));
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
      onTestFinished(() => void vi.useRealTimers());
      const newest = sql(`GET /rest/v1/${table}`);
      const first = read === null ? newest : sql(read);
      expect(await ask(999_999)).toMatchObject({ status: 404, calls: [first, newest] });
      for (let id = 999_990; id < 999_999; id += 1) {
        expect(await ask(id)).toMatchObject({ status: 404, calls: [newest] });
      }
      expect(await ask(999_998)).toMatchObject({ status: 429, calls: [] });
      vi.setSystemTime(Date.now() + 1000);
      expect(await ask(999_998)).toMatchObject({ status: 404, calls: [newest] });
    },
  );

  test('a product is found in the second after a made-up id was refused', async () => {
    const path = `${backend.origin}/.netlify/functions/product-pages/product-details/`;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await call(`${path}999997`)).status).toBe(404);
    const { product_id } = await shopDatabase(backend.database).newSku(1);
    expect((await call(path + product_id)).status).toBe(200);
  });

  test.each([
    '/api/listing/productListing/hats/',
    '/api/listing/liveProducts/?ids=hats',
    '/api/account/orders',
    '/api/account/reorder?order=1',
    '/.netlify/functions/product-pages/product-details/hats',
    '/api/listing/cartvalidate/',
  ])('an invalid request, %s: none', async (path) => {
    const { status, calls } = await watched(() => call(backend.origin + path));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(calls).toEqual([]);
  });
});

test('columns that were null are declared as nullable', async () => {
  const tables = await backend.database.sql<{ name: string }[]>`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace and 't' = any (proargmodes)`;
  const declared = new Set(
    Object.entries(nullableColumns).flatMap(([name, columns]) =>
      columns.map((column) => `${name}.${column}`),
    ),
  );
  const found = [...nulls].filter((column) =>
    tables.some(({ name }) => column.startsWith(`${name}.`)),
  );
  expect(found).toContain('begin_login.email');
  expect(found.filter((column) => !declared.has(column))).toEqual([]);
});
