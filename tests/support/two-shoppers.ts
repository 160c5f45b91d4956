import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#server/database.types.ts';
import { startSupabase } from '#local/supabase.ts';
import { makePasswordsCheap } from './cheap-passwords.ts';
import { fileEarlyQuarter } from './filed-quarter.ts';
import { type FreshDatabase, freshDatabase } from './fresh-database.ts';
import { newDraw, newEntry } from './new-draw.ts';
import { liveThrough } from './order-life.ts';
import { payOutAll } from './paid-out.ts';
import { shopDatabase } from './shop-database.ts';
import { testKeys } from '#harness/test-keys.ts';

type Client = SupabaseClient<Database>;

/** A caller of the Supabase API, bypassing the shop's functions. */
export interface ApiCaller {
  client: Client;
  /** Headers of their requests. */
  headers: Record<string, string>;
  /** The shopper's id; null if anonymous. */
  id: string | null;
}

/** A Supabase API of a shop in which every table has rows: a shopper's, a stranger's and the shop's. */
export interface TwoShoppers {
  database: FreshDatabase;
  /** URL of the Supabase API. */
  url: string;
  /** Caller with only the publishable key. */
  anyone: ApiCaller;
  /** Caller with the publishable key and their own token. */
  shopper: ApiCaller & { id: string };
  /** A guest, with the publishable key and their own token. */
  guest: ApiCaller & { id: string };
  /** Client with the secret key, like the shop's functions. */
  functions: Client;
  close(): Promise<void>;
}

const stateless = { auth: { persistSession: false, autoRefreshToken: false } };

/** Signs up at Supabase Auth, anonymously without a username. */
async function signedUp(url: string, username?: string): Promise<ApiCaller & { id: string }> {
  const client = createClient<Database>(url, testKeys.publishableKey, stateless);
  const { data, error } = await (username === undefined
    ? client.auth.signInAnonymously()
    : client.auth.signUp({
        email: `${username}@example.com`,
        password: 'correct horse',
        options: { data: { username } },
      }));
  if (error || !data.user || !data.session) throw error ?? new Error('no user');
  const authorization = `Bearer ${data.session.access_token}`;
  const headers = { apikey: testKeys.publishableKey, authorization };
  return { client, headers, id: data.user.id };
}

/** Starts it. The shopper and the stranger each have an order and an open checkout; the stranger packs for the shop. */
export async function startTwoShoppers(): Promise<TwoShoppers> {
  makePasswordsCheap();
  const database = await freshDatabase();
  const supabase = await startSupabase({ databaseUrl: database.url, port: 0, ...testKeys });
  const shopper = await signedUp(supabase.url, 'ada');
  const stranger = await signedUp(supabase.url, 'stranger');
  const guest = await signedUp(supabase.url);
  const shop = shopDatabase(database);
  const sku = await shop.newSku(50);
  const [{ id: category }] = await database.sql<[{ id: number }]>`
    select category_id::int as id from products where id = ${sku.product_id}`;
  const code = await shop.newDiscount({ products: [sku.product_id], categories: [category] });
  for (const { id } of [shopper, stranger]) {
    await shop.saveBilling(id);
    const paid = await shop.open(id, [{ sku, quantity: 2 }], { code, off: 490 });
    await shop.complete(paid.checkout_id);
    await liveThrough(database, paid.checkout_id, stranger.id);
    await shop.open(id, [{ sku, quantity: 3 }]);
  }
  await shop.saveBilling(guest.id);
  await database.sql`
    select record_refunds(stripe_payment_intent_id, jsonb_build_array(jsonb_build_object(
        'id', 're_' || id, 'amount_pence', 1, 'status', 'succeeded', 'created', 0))),
      record_dispute(stripe_payment_intent_id, jsonb_build_object(
        'id', 'du_' || id, 'amount_pence', 1, 'reason', 'general', 'status', 'won', 'created', 0))
    from payments`;
  await database.sql`
    insert into discount_changes (id, discount_id, staff_id, what)
    select gen_random_uuid(), max(d.id), max(s.id), 'made' from discounts d, staff s`;
  await database.sql`select mark_stripe_events_seen(0)`;
  await database.sql`
    insert into subscriptions (email, confirmed_at, confirmed_text)
    values ('fan@example.com', now(), 'Press the button')`;
  await database.sql`
    insert into mailings (id, content, state, send_at, released_by)
    select gen_random_uuid(), '{"products": []}', 'scheduled', now(), min(id) from staff`;
  await database.sql`select claim_mailing_batch(60)`;
  await database.sql`insert into suppressions values (address_hash('gone@example.com'), 'bounced')`;
  await database.sql`
    insert into stock_moved_by_exports (export_id, variant_id, moved)
    select gen_random_uuid(), min(id), 1 from color_variants`;
  await database.sql`insert into sale_prices (product_id, price_pence) select min(id), 1 from products`;
  await database.sql`insert into own_pages (id, value) values (gen_random_uuid(), '{"slug": "about"}')`;
  await database.sql`insert into redirects values ('/old-about', '/about')`;
  await database.sql`
    insert into staff_invitations (id, email, role, staff_id)
    select gen_random_uuid(), 'eve@example.com', 'packer', min(id) from staff`;
  await database.sql`
    insert into team_events (kind, about_id, role) select 'employed', min(id), 'packer' from staff`;
  await database.sql`
    insert into staff_log (staff_id, area, what) select min(id), 'downloads', 'subscribers' from staff`;
  await database.sql`insert into zone_tax_rates values ('world', 0)`;
  await database.sql`insert into packaging_weights (paper_grams) values (120)`;
  await database.sql`insert into label_settings (carrier) values ('shippo')`;
  await fileEarlyQuarter(database.sql);
  await payOutAll(database.sql);
  await database.sql`insert into cart_reminders (after_hours) values (4)`;
  await database.sql`
    insert into welcome_offer (discount_id, turned_on_at) select min(id), now() from discounts`;
  await database.sql`insert into welcomed_addresses values (address_hash('fan@example.com'))`;
  const giftCode = await shop.newGiftCard(1000);
  const giftBuyer = await shop.newShopper();
  await shop.open(giftBuyer, [{ sku, quantity: 1 }], { code: giftCode });
  const draw = await newDraw(database, await shop.newSku(1));
  const entry = await newEntry(database, draw, 'fan@example.com');
  await database.sql`
    insert into draw_places (entry_id, draw_id, variant_id, place)
    select id, draw_id, variant_id, 1 from draw_entries where id = ${entry}`;
  await database.sql`select note_failed_page()`;
  await database.sql`select add_counts('[{"kind": "checkout", "key": ""}]')`;
  await database.sql`insert into stock_limits (variant_id, low) select min(id), 5 from color_variants`;
  await database.sql`
    insert into stock_deliveries (id, variant_id, units, due_on, staff_id)
    select gen_random_uuid(), (select min(id) from color_variants), 5, '2026-12-04', min(id) from staff`;
  await database.sql`
    insert into customer_events (id, customer_id, kind, staff_id, text)
    select gen_random_uuid(), (select min(id) from customers), 'note', min(id), 'Rings twice.' from staff`;
  await database.sql`
    insert into merges (id, customer_id, into_user, staff_id)
    select gen_random_uuid(), c.id, c.user_id, (select min(id) from staff)
    from customers c where c.user_id is not null limit 1`;
  await database.sql`insert into shopper_notes (order_id, note) select min(id), 'Thanks' from orders`;
  await database.sql`
    insert into product_order (category_id, product_id, place)
    select category_id, id, id from products order by id limit 2`;
  await database.sql`
    select save_release(null, gen_random_uuid(), 'Spring', 'Studio', '{}', '{}', 0)`;
  await database.sql`
    insert into edits (staff_id, form, subjects, title, input, writer)
    select min(id), '/studio?pages', '{menu}', 'Home', '{}', gen_random_uuid() from staff`;
  await database.sql`
    insert into stock_alerts (variant_id, email) values (${sku.variant_id}, 'fan@example.com')`;
  await database.sql`
    select complain(gen_random_uuid(), 'Ada', 'ada@example.com', 'Why do you keep it?', '[]')`;
  await database.sql`select settle_site_build(gen_random_uuid(), true)`;
  await database.sql`select take_due_jobs(45, 'invariants')`;
  await database.sql`insert into noted_moments (noted_until) values (now())`;
  await database.sql`
    insert into rate_limits (action, caller_hash, expires_at)
    values ('login-name', repeat('x', 43), now() + interval '1 day')`;
  for (const { id } of [shopper, stranger]) {
    await database.sql`insert into login_codes (user_id) values (${id})`;
    await database.sql`insert into second_factors (user_id, factor_id) values (${id}, ${id})`;
    await database.sql`
      insert into second_factor_codes (user_id, session_id, code) values (${id}, ${id}, '123456')`;
  }
  return {
    database,
    url: supabase.url,
    anyone: {
      client: createClient<Database>(supabase.url, testKeys.publishableKey, stateless),
      headers: { apikey: testKeys.publishableKey },
      id: null,
    },
    shopper,
    guest,
    functions: createClient<Database>(supabase.url, testKeys.secretKey, stateless),
    async close() {
      await supabase.close();
      await database.drop();
    },
  };
}
