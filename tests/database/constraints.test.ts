import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { facts, numberFacts, textFacts } from '#domain/catalogue/product-facts.ts';
import { loginName } from '#domain/contracts/fields.ts';
import { runsWhole } from '../support/long-suites.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf } from '../support/shop-database.ts';

const { shop, sql } = await openDatabase(10);

/** Ids of rows from which the invalid states below are made. */
let rows: {
  buyer: string;
  stranger: string;
  strangersForm: number;
  open: string;
  paid: string;
  order: number;
};

beforeAll(async () => {
  const sku = await shop.newSku(10);
  const [buyer, stranger] = [await shop.newShopper(), await shop.newShopper()];
  const paid = await shop.open(buyer, [{ sku, quantity: 1 }]);
  const { order_id } = await shop.complete(paid.checkout_id);
  await shop.refund(paid.checkout_id, 're_1', { pence: 1 });
  await shop.refund(paid.checkout_id, 're_2', { pence: 2 });
  await sql`
    select record_dispute(stripe_payment_intent_id, '{"id": "du_1", "amount_pence": 1, "reason": "general", "status": "needs_response", "created": 0}')
    from payments`;
  const open = await shop.open(buyer, [{ sku, quantity: 2 }]);
  const [form] = await sql<[{ id: number }]>`
    select id::int from billing_infos where user_id = ${stranger}`;
  rows = {
    buyer,
    stranger,
    strangersForm: form.id,
    open: open.checkout_id,
    paid: paid.checkout_id,
    order: order_id ?? 0,
  };
});

/** The violated constraint; undefined if none. The statement is rolled back. */
async function constraintAgainst(statement: string): Promise<string | undefined> {
  const undo = new Error('undo');
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(statement);
      throw undo;
    });
  } catch (error) {
    if (error instanceof postgres.PostgresError) return error.constraint_name ?? error.message;
    if (error !== undo) throw error;
  }
  return undefined;
}

/** Start of an insert of mailing recipients. */
const recipients = `
  with listed as (insert into subscriptions (email) values ('a@b.co') returning id),
  written as (insert into mailings (id, content) values ('{open}', '{}') returning id),
  batched as (insert into mailing_batches (mailing_id) select id from written returning id, mailing_id)
  insert into mailing_recipients (mailing_id, batch_id, subscription_id, state)
  select batched.mailing_id, batched.id, listed.id`;

/** Start of an insert of unsaved input. */
const edit = 'insert into edits (staff_id, form, subjects, title, input, writer) select';

/** Replaces `{name}` by the id of that row. */
function filledIn(statement: string): string {
  return Object.entries(rows).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, String(value)),
    statement,
  );
}

describe('the database refuses', () => {
  test.each([
    ['categories_slug_key', `update categories set slug = 'women'`],
    ['categories_slug_form', `update categories set slug = 'Two Words'`],
    ['categories_name_form', `update categories set name = ' '`],
    ['products_slug_key', `update products set slug = 'same'`],
    ['products_slug_form', `update products set slug = 'UPPER' where id = 1`],
    ['products_name_form', `update products set name = ''`],
    ...textFacts.flatMap((fact) =>
      [`' '`, `''`, `repeat('x', ${facts[fact].longest + 1})`, `E'6\\tcm'`, `E'wool\\nsilk'`].map(
        (text) => [
          'products_facts_form',
          `update products set facts = jsonb_build_object('${fact}', ${text})`,
        ],
      ),
    ),
    ...numberFacts.flatMap((fact) =>
      [facts[fact].least - 1, facts[fact].most + 1, `${facts[fact].least}.0`, '"1"'].map(
        (value) => ['products_facts_form', `update products set facts = '{"${fact}": ${value}}'`],
      ),
    ),
    ...[
      `{"unknown": "fact"}`,
      `{"material": null}`,
      `{"material": 1}`,
      `{"material": ["wool"]}`,
    ].map((unlike) => ['products_facts_form', `update products set facts = '${unlike}'`]),
    ['products_search_title_form', `update products set search_title = repeat('x', 71)`],
    ['products_search_description_form', `update products set search_description = E'a\\nb'`],
    [
      'products_share_picture_form',
      `update products set share_picture = 'https://elsewhere/x.jpg'`,
    ],
    ['categories_search_title_form', `update categories set search_title = ''`],
    ['products_hs_code_form', `update products set hs_code = '6505'`],
    ['products_hs_code_form', `update products set hs_code = '6505 00'`],
    ['products_origin_country_form', `update products set origin_country = 'pt'`],
    ['products_price_in_range', `update products set price_pence = 0`],
    ['products_price_in_range', `update products set price_pence = 10000000`],
    ['products_category_id_fkey', `delete from categories`],
    ['color_variants_name_key', `update color_variants set color_name = 'Ink'`],
    ['color_variants_name_form', `update color_variants set color_name = ' ' where id = 1`],
    ['color_variants_hex_form', `update color_variants set hex = 'red'`],
    ['color_variants_worn_form', `update color_variants set worn = 'a.jpg' where id = 1`],
    ['color_variants_film_form', `update color_variants set film = '/a.jpg' where id = 1`],
    ['color_variants_sku_form', `update color_variants set sku = 'a b' where id = 1`],
    ['color_variants_sku_key', `update color_variants set sku = 'A'`],
    [
      'color_variants_sku_is_no_gtin',
      `update color_variants set sku = '4006381333931' where id = 1`,
    ],
    ['color_variants_gtin_form', `update color_variants set gtin = '4006381333932' where id = 1`],
    ['color_variants_gtin_key', `update color_variants set gtin = '4006381333931'`],
    ['color_variants_quantity_not_negative', `update color_variants set quantity = -1`],
    ['color_variants_product_id_fkey', `delete from products where id = 1`],
    ['variant_images_path_key', `update variant_images set path = '/same.jpg'`],
    ['variant_images_path_form', `update variant_images set path = '' where id = 1`],
    ['tax_settings_single', `insert into tax_settings values (false, 600)`],
    ['tax_settings_pkey', `insert into tax_settings values (true, 600)`],
    ['tax_settings_in_range', `update tax_settings set tax_basis_points = -1`],
    ['shipping_rates_name_key', `update shipping_rates set zone = 'world' where zone = 'europe'`],
    ['shipping_rates_name_not_blank', `update shipping_rates set name = '' where id = 1`],
    ['shipping_rates_amount_in_range', `update shipping_rates set amount_pence = -1`],
    ['shipping_rates_policy', `update shipping_rates set amount_pence = 1`],
    ['parcel_rules_weight_in_range', `update parcel_rules set most_grams = 0`],
    ['parcel_rules_service_form', `update parcel_rules set service = 'tolp48'`],
    ['parcel_rules_format_length', `update parcel_rules set format = ''`],
    ['parcel_rules_pkey', `insert into parcel_rules select * from parcel_rules`],
    ['country_duties_country_form', `insert into country_duties (country) values ('GB')`],
    ['country_duties_vat_in_range', `update country_duties set vat_basis_points = 5001`],
    ['country_duties_union_has_vat', `update country_duties set vat_basis_points = null`],
    ['packaging_weights_single', `insert into packaging_weights values (false)`],
    ['packaging_weights_in_range', `insert into packaging_weights (paper_grams) values (-1)`],
    ['import_fees_pkey', `insert into import_fees select * from import_fees`],
    ['import_fees_place_form', `update import_fees set place = 'GB'`],
    ['import_fees_name_form', `update import_fees set name = ''`],
    ['import_fees_cents_in_range', `update import_fees set euro_cents = 0`],
    ['import_fees_days_in_order', `update import_fees set until_day = '2025-12-31'`],
    ['import_fees_source_form', `update import_fees set source = 'the news'`],
    ['duty_settings_single', `insert into duty_settings values (false, 87)`],
    ['duty_settings_euro_in_range', `update duty_settings set euro_pence = 8`],
    ['checkouts_duties_form', `update checkouts set duties = '{}'`],
    ['shipping_rates_days_in_order', `update shipping_rates set min_business_days = 99`],
    ['bank_holidays_name_not_blank', `update bank_holidays set name = ' '`],
    ['bank_holidays_pkey', `insert into bank_holidays select day, name from bank_holidays`],
    ['profiles_username_form', `update profiles set username = repeat('a', 51)`],
    ['subscriptions_email_form', `insert into subscriptions (email) values ('nobody')`],
    ['subscriptions_email_key', `insert into subscriptions (email) values ('a@b.co'), ('A@B.CO')`],
    [
      'subscriptions_confirmed_with_text',
      `insert into subscriptions (email, confirmed_at) values ('a@b.co', now())`,
    ],
    ['suppressions_hash_form', `insert into suppressions values ('a@b.co', 'bounced')`],
    ['edits_form_in_range', `${edit} 1, '', '{}', 'Home', '{}', gen_random_uuid()`],
    ['edits_title_in_range', `${edit} 1, '/studio', '{}', '', '{}', gen_random_uuid()`],
    ['edits_input_is_object', `${edit} 1, '/studio', '{}', 'Home', '[]', gen_random_uuid()`],
    ['edits_staff_id_fkey', `${edit} 0, '/studio', '{}', 'Home', '{}', gen_random_uuid()`],
    ['mailings_content_is_object', `insert into mailings (id, content) values ('{open}', '[]')`],
    [
      'mailings_scheduled_has_time',
      `insert into mailings (id, content) values ('{open}', '{}');
       alter table mailings drop constraint mailings_released_by_somebody;
       update mailings set state = 'scheduled'`,
    ],
    [
      'mailings_released_by_somebody',
      `insert into mailings (id, content, state) values ('{open}', '{}', 'stopped')`,
    ],
    [
      'mailings_sent_has_times',
      `with writer as (insert into staff (user_id, name, role) values ('{buyer}', 'Morag', 'manager') returning id)
       insert into mailings (id, content, state, released_by) select '{open}', '{}', 'sent', id from writer`,
    ],
    [
      'mailing_batches_attempts_not_negative',
      `with written as (insert into mailings (id, content) values ('{open}', '{}') returning id)
       insert into mailing_batches (mailing_id, attempts) select id, -1 from written`,
    ],
    ['mailing_recipients_sent_has_time', `${recipients}, 'sent' from listed, batched`],
    [
      'mailing_recipients_told_once',
      `${recipients}, 'owed' from listed, batched, generate_series(1, 2)`,
    ],
    ...(
      [
        ['complaints_email_form', "'Ada', 'nobody', 'Why?', null"],
        ['complaints_name_length', "'', 'a@b.co', 'Why?', null"],
        ['complaints_words_length', "'Ada', 'a@b.co', '', null"],
        ['complaints_answered_with_outcome', "'Ada', 'a@b.co', 'Why?', 'Explained.'"],
      ] as const
    ).map(([name, values]): [string, string] => [
      name,
      `insert into complaints (id, name, email, words, outcome) select gen_random_uuid(), ${values}`,
    ]),
    [
      'complaints_outcome_length',
      `with writer as (insert into staff (user_id, name, role) values ('{buyer}', 'Morag', 'manager') returning id)
       insert into complaints (id, name, email, words, answered_at, answered_by, outcome)
       select gen_random_uuid(), 'Ada', 'a@b.co', 'Why?', now(), id, '' from writer`,
    ],
    [
      'stock_alerts_email_form',
      `insert into stock_alerts (variant_id, email) select min(id), 'nobody' from color_variants`,
    ],
    [
      'stock_alerts_one_waiting',
      `insert into stock_alerts (variant_id, email)
       select id, email from color_variants, unnest(array['a@b.co', 'A@B.CO']) email`,
    ],
    [
      'stock_alerts_ended_with_reason',
      `insert into stock_alerts (variant_id, email, ended_why) select min(id), 'a@b.co', 'told' from color_variants`,
    ],
    ['mail_outbox_about_one_thing', `insert into mail_outbox (kind) values ('order')`],
    [
      'mail_outbox_about_one_thing',
      `insert into mail_outbox (kind, user_id) values ('order', '{stranger}')`,
    ],
    [
      'mail_outbox_one_due_per_account',
      `insert into mail_outbox (kind, user_id) values ('confirm_email', '{stranger}'), ('confirm_email', '{stranger}')`,
    ],
    ['billing_infos_complete', `update billing_infos set phone = ' '`],
    ['billing_infos_complete', `update billing_infos set user_id = null, address = ' '`],
    [
      'billing_infos_content_key',
      `insert into billing_infos (user_id, name, address, email, phone)
       select user_id, name, address, email, phone from billing_infos`,
    ],
    ['billing_infos_user_id_fkey', `delete from auth.users where id = '{stranger}'`],
    [
      'checkouts_billing_info_of_shopper',
      `update checkouts set billing_info_id = {strangersForm} where id = '{open}'`,
    ],
    [
      'checkouts_billing_info_exists',
      `update orders set user_id = null; update payments set user_id = null;
       update checkouts set user_id = null, billing_info_id = 0 where id = '{paid}'`,
    ],
    ['checkouts_unsettled_has_shopper', `update checkouts set user_id = null where id = '{open}'`],
    ['checkouts_country_form', `update checkouts set country = 'uk'`],
    ['checkouts_currency_is_sterling', `update checkouts set currency = 'usd'`],
    ['checkouts_amounts_in_range', `update checkouts set subtotal_pence = 0`],
    ['checkouts_amounts_in_range', `update checkouts set tax_pence = -1`],
    ['checkouts_closed_has_time', `update checkouts set status = 'released' where id = '{open}'`],
    ['checkouts_closed_has_time', `update checkouts set closed_at = null where id = '{paid}'`],
    [
      'checkouts_paid_has_session',
      `update checkouts set stripe_session_id = null where id = '{paid}'`,
    ],
    [
      'checkouts_stripe_session_key',
      `update checkouts set stripe_session_id = 'cs_test_{paid}' where id = '{open}'`,
    ],
    [
      'checkouts_one_unpaid_per_shopper',
      `update checkouts set status = 'open', closed_at = null where id = '{paid}'`,
    ],
    ['checkouts_network_is_hashed', `update checkouts set network_hash = '198.18.0.1'`],
    ['checkout_lines_unit_positive', `update checkout_lines set unit_pence = 0`],
    ['checkout_lines_quantity_in_range', `update checkout_lines set quantity = 0`],
    ['checkout_lines_quantity_in_range', `update checkout_lines set quantity = 10001`],
    [
      'checkout_shipping_options_amount_not_negative',
      `update checkout_shipping_options set amount_pence = -1`,
    ],
    ['stock_holds_quantity_positive', `update stock_holds set quantity = 0`],
    [
      'payments_checkout_of_shopper',
      `insert into payments (checkout_id, user_id, billing_info_id, amount_pence, charged_pence,
         currency, status, stripe_session_id)
       values ('{open}', '{stranger}', {strangersForm}, 1, 1, 'gbp', 'paid', 'cs_test_x')`,
    ],
    ['payments_billing_info_of_shopper', `update payments set billing_info_id = {strangersForm}`],
    [
      'payments_checkout_exists',
      `update orders set user_id = null;
       update payments set user_id = null, checkout_id = gen_random_uuid()`,
    ],
    [
      'payments_billing_info_exists',
      `update orders set user_id = null;
       update payments set user_id = null, billing_info_id = 0`,
    ],
    ['payments_method_known', `update payments set method = 'cash'`],
    ['payments_amount_positive', `update payments set amount_pence = 0`],
    [
      'payments_stripe_payment_intent_key',
      `insert into payments (checkout_id, user_id, billing_info_id, amount_pence, charged_pence,
         currency, status, stripe_session_id, stripe_payment_intent_id)
       select '{open}', user_id, billing_info_id, 1, 1, 'gbp', 'paid', 'cs_test_x', stripe_payment_intent_id
       from payments`,
    ],
    ['refunds_stripe_refund_key', `update refunds set stripe_refund_id = 're_1'`],
    ['refunds_amount_positive', `update refunds set amount_pence = 0`],
    ['refunds_unknown_to_stripe', `update refunds set stripe_refund_id = null`],
    ['refunds_settled_has_time', `update refunds set settled_at = null`],
    ['refunds_settled_has_time', `update refunds set state = 'pending'`],
    [
      'refunds_one_requested_per_payment',
      `insert into refunds (payment_id, amount_pence, source)
       select payment_id, 1, 'shop' from refunds`,
    ],
    ['refunds_payment_id_fkey', `update refunds set payment_id = 0`],
    ['disputes_amount_not_negative', `update disputes set amount_pence = -1`],
    ['disputes_closed_has_time', `update disputes set status = 'lost'`],
    ['disputes_payment_id_fkey', `update disputes set payment_id = 0`],
    [
      'stripe_balance_read_one_row',
      `insert into stripe_balance_read (id, read_at) values (false, now())`,
    ],
    [
      'stripe_payouts_reconciled_once_read',
      `insert into stripe_payouts values
         ('po_1', 1, 'gbp', 'paid', true, true, now(), now(), null, now())`,
    ],
    [
      'filed_quarters_first_day',
      `insert into staff (name, role, until) values ('Morag', 'manager', now());
       insert into filed_quarters (quarter, id, staff_id)
       select '2025-07-02', gen_random_uuid(), min(id) from staff`,
    ],
    [
      'credit_notes_one_per_refund',
      `insert into credit_notes select 99, refund_id, cancels, now(), 1, 0, 0 from credit_notes where number = 1`,
    ],
    [
      'credit_notes_cancelled_once',
      `insert into credit_notes select 99, refund_id, 1, now(), 1, 0, 0 from credit_notes where number = 1;
       insert into credit_notes select 100, refund_id, 1, now(), 1, 0, 0 from credit_notes where number = 2`,
    ],
    [
      'stripe_events_seen_one_row',
      `insert into stripe_events_seen (id, seen_until) values (false, now())`,
    ],
    [
      'payments_one_per_checkout',
      `insert into payments (checkout_id, user_id, billing_info_id, amount_pence, charged_pence,
         currency, status, stripe_session_id)
       select checkout_id, user_id, billing_info_id, 1, 1, 'gbp', 'paid', 'cs_test_x' from payments`,
    ],
    [
      'payments_stripe_session_key',
      `insert into payments (checkout_id, user_id, billing_info_id, amount_pence, charged_pence,
         currency, status, stripe_session_id)
       select '{open}', user_id, billing_info_id, 1, 1, 'gbp', 'paid', stripe_session_id
       from payments`,
    ],
    ['orders_billing_info_of_shopper', `update orders set billing_info_id = {strangersForm}`],
    ['orders_checkout_exists', `update orders set user_id = null, checkout_id = gen_random_uuid()`],
    ['orders_payment_exists', `update orders set user_id = null, payment_id = 0`],
    ['orders_billing_info_exists', `update orders set user_id = null, billing_info_id = 0`],
    ['orders_amount_adds_up', `update orders set order_amount_pence = order_amount_pence + 1`],
    [
      'orders_amounts_in_range',
      `update orders
       set shipping_pence = -1, order_amount_pence = subtotal_pence + tax_pence - 1`,
    ],
    ['orders_has_items', `update orders set total_items = 0`],
    ['orders_units_to_send_in_range', `update orders set units_to_send = total_items + 1`],
    ['orders_label_form', `update orders set label = '{"name": "A"}'`],
    ['orders_promise_in_order', `update orders set arrives_from = leaves_by`],
    ['orders_promise_in_order', `update orders set arrives_by = arrives_from - 1`],
    [
      'orders_one_per_checkout',
      `insert into orders (checkout_id, payment_id, user_id, billing_info_id, country,
         subtotal_pence, tax_pence, shipping_pence, shipping_name, order_amount_pence, total_items, units_to_send,
         counts_from, leaves_by, arrives_from, arrives_by)
       select checkout_id, payment_id, user_id, billing_info_id, country,
         subtotal_pence, tax_pence, shipping_pence, shipping_name, order_amount_pence, total_items, units_to_send,
         counts_from, leaves_by, arrives_from, arrives_by
       from orders`,
    ],
    [
      'orders_one_per_payment',
      `insert into orders (checkout_id, payment_id, user_id, billing_info_id, country,
         subtotal_pence, tax_pence, shipping_pence, shipping_name, order_amount_pence, total_items, units_to_send,
         counts_from, leaves_by, arrives_from, arrives_by)
       select '{open}', payment_id, user_id, billing_info_id, country,
         subtotal_pence, tax_pence, shipping_pence, shipping_name, order_amount_pence, total_items, units_to_send,
         counts_from, leaves_by, arrives_from, arrives_by
       from orders`,
    ],
    ['order_items_price_positive', `update order_items set product_price_pence = 0`],
    [
      'order_items_variant_id_fkey',
      `delete from stock_holds; delete from checkout_lines;
       delete from color_variants where id in (select variant_id from order_items)`,
    ],
  ])('violations of %s', async (constraint, statement) => {
    expect(await constraintAgainst(filledIn(statement))).toBe(constraint);
  });

  test('a payment or an order that refers to another shopper’s purchase', async () => {
    const stranger = filledIn(`update orders set user_id = '{stranger}'`);
    expect(await constraintAgainst(stranger)).toMatch(/^orders_.*_of_shopper$/);
  });
});

test('every check, unique and shopper-bound constraint of the shop has its own name', async () => {
  const unnamed = await sql`
    select conname from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'c' and conname ~ '_check[0-9]*$'`;
  expect([...unnamed]).toEqual([]);
});

test('payments 6: every amount is stored in whole pence', async () => {
  const columns = await sql<{ name: string; type: string }[]>`
    select table_name || '.' || column_name as name, data_type as type
    from information_schema.columns
    where table_schema = 'public' and (column_name ~ 'pence|amount|price|points'
      or data_type in ('numeric', 'real', 'double precision', 'money'))`;
  expect(columns.length).toBeGreaterThan(10);
  expect(columns.filter(({ type }) => !['integer', 'bigint'].includes(type))).toEqual([]);
});

test('every foreign key has an index, without which a delete or an erasure reads the whole table', async () => {
  const keys = await sql<{ name: string; indexed: boolean }[]>`
    select c.conrelid::regclass || ': ' || c.conname as name, exists (
      select from pg_index i
      where i.indrelid = c.conrelid
        -- Of two columns either finds the few rows.
        and i.indkey[0] = any (c.conkey)
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')) as indexed
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace`;
  expect(keys.length).toBeGreaterThan(50);
  expect(keys.filter(({ indexed }) => !indexed).map(({ name }) => name)).toEqual([]);
});

async function signUp(username: string): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into auth.users (id, email, raw_user_meta_data)
    values (${id}, ${`${id}@example.com`}, ${sql.json({ username })})`;
  return id;
}

const username = loginName(50);

/** Whether the API takes a username as it is. */
const isMade = (name: string) => username.safeParse(name).data === name;

/** A character in the middle and at the end of a username, by the API. */
function takenByApi(code: number) {
  const sign = String.fromCodePoint(code);
  return { code, inside: isMade(`a${sign}b`), last: isMade(`a${sign}`) };
}

describe('accounts', () => {
  test('SQL refuses the usernames that the API would not make, character by character', async () => {
    // Surrogates are halves of a character, and PostgreSQL has no null character.
    const codes = [
      [1, 0xd7ff],
      [0xe000, 0x1ffff],
      [0xdfff0, 0xe1010],
    ]
      .flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
      .map(takenByApi)
      // Both sides of each edge, and a sample between them.
      .filter(({ code, inside, last }, at, all) => {
        const alike = (other = all[at]) => other?.inside === inside && other.last === last;
        return runsWhole || code % 17 === 0 || !alike(all[at - 1]) || !alike(all[at + 1]);
      });
    const signs = await sql<{ code: number; inside: boolean; last: boolean }[]>`
      select code, is_login_name('a' || chr(code) || 'b') as inside, is_login_name('a' || chr(code)) as last
      from unnest(${codes.map(({ code }) => code)}::int[]) code`;
    const wrong = signs.filter(({ inside, last }, at) => {
      const api = codes[at];
      return inside !== api?.inside || last !== api.last;
    });
    expect(wrong.map(({ code }) => code.toString(16))).toEqual([]);
  });

  test('every user has a profile, unless a guest, who never gets one', async () => {
    const noName = sql`
      insert into auth.users (id, email) values (gen_random_uuid(), 'nameless@example.com')`;
    expect(await refusalOf(noName)).toMatchObject({ code: 'PT422', reason: 'username_required' });
    const guest = await shop.newShopper({ guest: true });
    for (const change of [
      sql`update auth.users set is_anonymous = false where id = ${guest}`,
      sql`update auth.users set email = 'guest@example.com' where id = ${guest}`,
    ]) {
      expect(await refusalOf(change)).toMatchObject({ code: 'PT403', reason: 'guest_stays_guest' });
    }
    const id = await signUp('Without a profile');
    await sql`delete from customers where user_id = ${id}`;
    await sql`delete from profiles where user_id = ${id}`;
    const found = await sql`
      select "row" from violations() where invariant ~ '^an account has a profile'`;
    expect([...found]).toEqual([{ row: `auth.users ${id}` }]);

    await sql`insert into auth.sessions (id, user_id) values (${id}, ${id})`;
    await sql`
      insert into auth.mfa_factors (user_id, factor_type, status) values (${id}, 'totp', 'verified')`;
    const [proof] = await sql`select prove_address(${id}) as first`;
    expect(proof).toEqual({ first: true });
    const left = await sql`
      select user_id from auth.sessions where user_id = ${id}
      union all select user_id from auth.mfa_factors where user_id = ${id}`;
    expect([...left]).toEqual([]);
    await sql`delete from auth.users where id = ${id}`;
  });

  test('an address that the project’s owner replaces is unproved', async () => {
    const id = await signUp('Moved');
    await sql`select prove_address(${id})`;
    await sql`update auth.users set email = 'moved@example.com' where id = ${id}`;
    const [state] = await sql`select address_proved(${id}) as proved`;
    expect(state).toEqual({ proved: false });
  });

  test('a name is unique ignoring case, and a taken one rolls back the whole sign-up', async () => {
    await signUp('Minicia');
    const [before] = await sql`select count(*)::int as users from auth.users`;
    expect(await refusalOf(signUp('mINICIA'))).toEqual({
      code: 'PT409',
      reason: 'username_taken',
      detail: undefined,
    });
    const [after] = await sql`select count(*)::int as users from auth.users`;
    expect(after).toEqual(before);
  });

  test('twenty concurrent sign-ups for one name make one account', async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => signUp('wanted')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a name maps to its e-mail, ignoring case, and without a password to the decoy', async () => {
    const id = await signUp('Grace');
    const [decoy] = await sql`select login_email('Grace') as email`;
    expect(decoy).toEqual({ email: 'nobody@invalid.example' });
    await sql`
      update profiles set password_until = now() + interval '1 minute' where user_id = ${id}`;
    await sql`update auth.users set encrypted_password = 'a hash' where id = ${id}`;
    const [found] = await sql`
      select login_email(' gRACE ') as email, username_taken('GRACE') as taken`;
    expect(found).toEqual({ email: `${id}@example.com`, taken: true });
  });

  test('an unknown name maps to a decoy account with a password to compare', async () => {
    const [found] = await sql<[{ hash: string; profiles: number }]>`
      select u.encrypted_password as hash, u.email_confirmed_at is not null as confirmed,
        (select count(*)::int from profiles p where p.user_id = u.id) as profiles
      from auth.users u where u.email = login_email('nobody') and login_email('x') = u.email`;
    // bcrypt with the cost used by Supabase Auth.
    expect(found).toMatchObject({ confirmed: true, profiles: 0 });
    expect(found.hash).toMatch(/^\$2a\$10\$[./\w]{53}$/);
  });
});

test('saving the same billing form again keeps one row, which becomes the latest', async () => {
  const buyer = await shop.newShopper();
  const save = (address: string) => shop.saveBilling(buyer, address);
  const [home, away, again] = [await save('Home'), await save('Away'), await save('Home')];
  expect(again).toEqual(home);
  expect(away).not.toEqual(home);
  const [latest] = await sql`
    select id::int from billing_infos where user_id = ${buyer} order by saved_at desc limit 1`;
  expect(latest).toEqual({ id: home });
});
