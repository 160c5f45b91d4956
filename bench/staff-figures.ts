import postgres from 'postgres';
import { type StaffList, staffLists } from '#domain/contracts/staff-orders.ts';
import { newBuyers } from './buyers.ts';
import { chromium } from 'playwright';
import { findChromium } from '#harness/chromium.ts';
import { startBuiltShop } from './built-shop.ts';
import { makeOrders } from './many-orders.ts';
import { benchStudio, type StudioFigures } from './studio-figures.ts';
import { type RequestFigures, timeRequests } from './request-figures.ts';

function search(text: string, list: StaffList = 'all'): string {
  return `orders?${new URLSearchParams({ list, q: text })}`;
}

/** Paths to measure below `/api/staff/`, by purpose. */
async function paths(sql: postgres.Sql): Promise<Record<string, string>> {
  const [some] = await sql<
    {
      id: string;
      email: string;
      postcode: string;
      number: string;
      intent: string;
      name: string;
      variant: string;
    }[]
  >`
    select o.id, b.email, c.delivery ->> 'postcode' as postcode, p.stripe_payment_intent_id as intent,
      b.name, (select tracking_number from parcels where order_id = o.id) as number,
      (select min(variant_id) from order_items where order_id = o.id) as variant
    from orders o join checkouts c on c.id = o.checkout_id
    join billing_infos b on b.id = o.billing_info_id join payments p on p.id = o.payment_id
    where exists (select from returns r where r.order_id = o.id and r.state = 'settled') order by o.id limit 1`;
  const waiting = await sql<{ id: string }[]>`
    select id from orders_leaving order by id limit 50`;
  if (!some) throw new Error('The database has no orders.');
  const month = new Date(Date.now() - 90 * 24 * 60 * 60 * 1000).toISOString().slice(0, 7);
  return {
    'me, with counts': 'me',
    ...Object.fromEntries(staffLists.map((list) => [`list ${list}`, `orders?list=${list}`])),
    'all, page 100': `orders?list=all&after=5000`,
    'search: order number': search(some.id),
    'search: e-mail': search(some.email),
    'search: beginning of an e-mail': search('ada.'),
    'search: name': search(some.name),
    'search: postcode': search(some.postcode),
    'search: tracking number': search(some.number),
    'search: Stripe id': search(some.intent),
    'search: product': search('headline trucker'),
    'search: one letter': search('s'),
    'search: nothing': search('nobody of that name'),
    'to_send, by today': 'orders?list=to_send&leaves=today',
    'to_send, all filters':
      'orders?list=to_send&leaves=later&delivery=standard&to=domestic&pieces=several',
    'late, express': 'orders?list=late&delivery=express',
    'returns, arrived': 'orders?list=returns&why=return_received',
    'decide, e-mails': 'orders?list=decide&why=mail_parked',
    'all, delivered': 'orders?list=all&goods=delivered',
    'all, delivered, page 100': 'orders?list=all&goods=delivered&after=5000',
    'all, cancelled': 'orders?list=all&goods=cancelled',
    'all, United Kingdom': 'orders?list=all&to=domestic',
    'all, with a note': 'orders?list=all&note=any',
    'all, a month': `orders?list=all&since=${month}-01&until=${month}-28`,
    'search in a month': `${search('smith')}&since=${month}-01&until=${month}-28`,
    'search in to_send': search('smith', 'to_send'),
    'search in decide': search('smith', 'decide'),
    'figures, today': 'figures?period=day',
    'figures, week': 'figures?period=week',
    'figures, month': 'figures?period=month',
    'figures, last month': `figures?period=month&day=${month}-15`,
    stock: 'stock',
    'stock, low': 'stock?show=low',
    'stock of a colour': `stock/colour?variant=${some.variant}`,
    'one order': `order?order=${some.id}`,
    '50 slips': `orders-for-print?orders=${waiting.map(({ id }) => id).join()}`,
  };
}

/** Reading calls of the studio to measure, as this manager, by purpose. */
async function staffRequests(
  sql: postgres.Sql,
  token: string,
): Promise<Record<string, () => Request>> {
  const headers = { Authorization: `Bearer ${token}` };
  return Object.fromEntries(
    Object.entries(await paths(sql)).map(([name, path]) => [
      name,
      () => new Request(`https://minicia.example/api/staff/${path}`, { headers }),
    ]),
  );
}

/** Fills a shop with `count` orders. */
async function fill(databaseUrl: string, count: number): Promise<void> {
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined });
  const began = performance.now();
  await makeOrders(sql, count);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${count} orders created in ${seconds} s`);
  await sql.end();
}

/**
 * Measures staff API calls with that many orders in the database, then the studio in a browser, and prints
 * the figures with their limits.
 */
export async function benchStaff(
  runs: number,
  count = 10_000,
  calls = 60,
): Promise<{ staff: RequestFigures[]; studio: StudioFigures[] }> {
  const built = await startBuiltShop((empty) => fill(empty.databaseUrl(), count));
  const sql = postgres(built.database.databaseUrl(), { max: 2, onnotice: () => undefined });
  try {
    const [manager] = await newBuyers(sql, 1);
    if (!manager) throw new Error('The database has no manager.');
    await sql`insert into staff (user_id, name, role) values (${manager.id}, 'Morag', 'manager')`;

    const figures = await timeRequests(await staffRequests(sql, manager.token), calls);
    const browser = await chromium.launch(await findChromium());
    const studio = await benchStudio(browser, built.origin, manager, runs).finally(() =>
      browser.close(),
    );
    return { staff: figures, studio };
  } finally {
    await sql.end();
    await built.close();
  }
}
