import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Page, Response } from 'playwright/test';
import { packed, weighLater } from '../support/page-weight.ts';
import { shopDatabase } from '../support/shop-database.ts';
import { dismiss, hire } from '../support/staff.ts';
import { expectAccessible } from './accessibility.ts';
import { register } from './browser-state.ts';
import { expectOnlyPaper } from './only-paper.ts';
import { expect, interceptOnce, logIn, test } from './shop-test.ts';
import { showPlace, workAs } from './studio-orders.ts';

/**
 * Budget of the studio's scripts including React, in bytes after gzip -9. 3,000 of these are for code shared
 * with the areas, which is a separate file.
 */
const scriptBudget = 170_000;

/** Budget of an area's additional scripts, loaded when it is opened. */
const areaBudget = 60_000;

/**
 * Places paid orders of a product unique to the test, to an address each unless `together`. Returns its name and the order
 * numbers, oldest first.
 */
async function place(sql: Sql, shopper: string, many: number, together = false) {
  const shop = shopDatabase({ sql, url: '', drop: async () => undefined });
  const sku = await shop.newSku(many * 2);
  const name = `Cap ${randomUUID().slice(0, 8)}`;
  // Old, so that it does not disturb other tests' listings.
  await sql`update products set name = ${name}, created_at = '2020-01-01' where id = ${sku.product_id}`;
  await shop.saveBilling(shopper);
  const orders: number[] = [];
  for (let count = 0; count < many; count += 1) {
    const { checkout_id } = await shop.open(shopper, [{ sku, quantity: 1 + (count % 2) }]);
    const { order_id } = await shop.complete(checkout_id);
    await sql`select mark_order_seen(${`cs_test_${checkout_id}`})`;
    if (!together) {
      await sql`
        update orders o set label = c.delivery || jsonb_build_object('line1', o.id || ' High St')
        from checkouts c where c.id = o.checkout_id and o.id = ${order_id}`;
    }
    orders.push(order_id ?? 0);
  }
  await sql`update products set archived_at = now() where id = ${sku.product_id}`;
  return { name, orders };
}

const search = (page: Page) => page.getByRole('searchbox');
const rowsOf = (page: Page) => page.locator('[data-order-row]');

test('20 paid orders are dispatched in at most 25 presses, with one e-mail each', async ({
  page,
  sql,
}) => {
  const packer = await workAs(page, sql, 'packer');
  const { name, orders } = await place(sql, packer, 20);
  let presses = 0;
  const click = async (button: string) => {
    presses += 1;
    await page.getByRole('button', { name: button, exact: true }).click();
  };
  await page.goto(`/studio?list=to_send&q=${encodeURIComponent(name)}`);
  await expect(rowsOf(page)).toHaveCount(20);

  presses += 1;
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await click('Dispatch selected');
  const dialog = page.getByRole('dialog', { name: 'Dispatch 20 orders' });
  await expect(
    dialog.getByLabel(`Tracking number of order ${orders[0]}`, { exact: true }),
  ).toBeFocused();
  // Like a scanner: the number, then Enter.
  for (const order of orders) {
    await page.keyboard.insertText(`ZZ${String(order).padStart(8, '0')}X`);
    presses += 1;
    await page.keyboard.press('Enter');
  }
  await expect(page.getByText('20 orders dispatched.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowsOf(page)).toHaveCount(0);
  expect(presses).toBeLessThanOrEqual(25);

  const sent = await sql<{ status: string; number: string; mails: number }[]>`
    select o.status, p.tracking_number as number,
      (select count(*)::int from mail_outbox m where m.kind = 'dispatched' and m.subject = p.id::text) as mails
    from orders o join parcels p on p.order_id = o.id where o.id = any(${orders})
    order by array_position(${orders}::bigint[], o.id)`;
  expect([...sent]).toEqual(
    orders.map((order) => ({
      status: 'dispatched',
      number: `ZZ${String(order).padStart(8, '0')}X`,
      mails: 1,
    })),
  );

  await showPlace(page, `/studio?list=all&q=${encodeURIComponent(name)}&goods=sent`);
  await expect(rowsOf(page)).toHaveCount(20);
  presses = 0;
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await click('Mark as delivered');
  const arrival = page.getByRole('dialog', { name: 'Mark 20 orders as delivered' });
  await expectAccessible(page, { oneWidth: true });
  await arrival.getByRole('button', { name: 'Mark as delivered' }).press('Enter');
  await expect(page.getByText('20 orders delivered.')).toBeVisible();
  await expect(arrival).toBeHidden();
  await expect(rowsOf(page)).toHaveCount(0);
  const [{ arrived, told }] = await sql<[{ arrived: number; told: number }]>`
    select count(*) filter (where o.status = 'delivered')::int as arrived, count(m.id)::int as told
    from orders o left join mail_outbox m on m.checkout_id = o.checkout_id and m.kind = 'delivered'
    where o.id = any(${orders})`;
  expect({ arrived, told }).toEqual({ arrived: 20, told: 20 });
});

test('20 labels are bought, printed and dispatched in at most 15 presses, with the carrier’s numbers', async ({
  page,
  sql,
}) => {
  const packer = await workAs(page, sql, 'packer');
  const { name, orders } = await place(sql, packer, 20);
  await sql`update products set facts = facts || '{"weight_grams": 120}' where name = ${name}`;
  await page.goto(`/studio?list=to_send&q=${encodeURIComponent(name)}`);
  await expect(rowsOf(page)).toHaveCount(20);
  let presses = 1;
  const press = async (button: string) => {
    presses += 1;
    await page.getByRole('button', { name: button }).click();
  };
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await press('Buy labels');
  await expectAccessible(page, { oneWidth: true });
  await press('Buy 20 labels');
  const [file] = await Promise.all([page.waitForEvent('download'), press('Print 20 labels (PDF)')]);
  expect(file.suggestedFilename()).toMatch(/^labels-\d{4}-\d\d-\d\d\.pdf$/);
  await press('Dispatch 20');
  const dialog = page.getByRole('dialog', { name: 'Dispatch 20 orders' });
  await expect(dialog.getByText('without a tracking number')).toBeHidden();
  await press('Dispatch 20');
  await expect(page.getByText('20 orders dispatched.')).toBeVisible();
  expect(presses).toBeLessThanOrEqual(15);
  const [{ sent }] = await sql<[{ sent: number }]>`
    select count(distinct p.tracking_number)::int as sent
    from parcels p join labels l on l.order_id = p.order_id and l.tracking_number = p.tracking_number
    where p.order_id = any(${orders})`;
  expect(sent).toBe(20);
});

test('two orders to one address are one row, split and joined by one press, and leave with one number @phone', async ({
  page,
  sql,
}) => {
  const packer = await workAs(page, sql, 'packer');
  const { name, orders } = await place(sql, packer, 2, true);
  const [first = 0, second = 0] = orders;
  await page.goto(`/studio?list=to_send&q=${encodeURIComponent(name)}`);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText(String(first));
  await expect(rowsOf(page)).toContainText(String(second));
  await page.getByRole('button', { name: /^Send \d+ apart$/ }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await page
    .getByRole('button', { name: /^One parcel with \d+$/ })
    .first()
    .click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expectAccessible(page, { oneWidth: true });
  await rowsOf(page).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Dispatch selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dispatch 2 orders' });
  await expect(dialog).toContainText(/\d+ \+ \d+/);
  await page.keyboard.insertText(`ZZ${second}T`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 orders dispatched.')).toBeVisible();
  const [{ sent }] = await sql<[{ sent: number }]>`
    select count(*)::int as sent from parcels where order_id = any(${orders}) and tracking_number = ${`ZZ${second}T`}`;
  expect(sent).toBe(2);
});

test('a pasted column of tracking numbers fills all fields, and cancelled units are not dispatched @accessibility', async ({
  page,
  sql,
}) => {
  const packer = await workAs(page, sql, 'packer');
  const { name, orders } = await place(sql, packer, 4);
  const [first = 0, second = 0, third = 0, fourth = 0] = orders;
  await page.goto(`/studio?list=to_send&q=${encodeURIComponent(name)}`);
  await expect(rowsOf(page)).toHaveCount(4);
  await page.keyboard.press('a');
  await page.keyboard.press('d');
  const field = (order: number) =>
    page.getByLabel(`Tracking number of order ${order}`, { exact: true });
  await field(first).evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'AA1\r\nAA1\r\nCC3\r\n');
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(field(second)).toHaveValue('AA1');
  await expect(page.getByText('This number is entered twice.')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Dispatch 4' })).toBeDisabled();
  await expectAccessible(page, { as: 'Our own staff’s list of orders' });
  await field(second).fill('BB2');

  await sql`
    select cancel_items(gen_random_uuid(), ${third}, null, 'shop', null, 'other', true)`;
  // Cancels one of its two units, which is already in the parcel.
  await sql`
    select cancel_items(
      gen_random_uuid(), order_id,
      jsonb_build_array(jsonb_build_object('variant_id', variant_id, 'quantity', 1)),
      'shop', null, 'other', true)
    from order_items where order_id = ${fourth}`;
  await page.getByRole('button', { name: 'Dispatch 4' }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: new RegExp(`^${first} `) }),
  ).toContainText('Dispatched.');
  for (const stopped of [third, fourth]) {
    await expect(
      page.getByRole('listitem').filter({ hasText: new RegExp(`^${stopped} `) }),
    ).toContainText('Do not send: some or all of it has been cancelled.');
  }
  const left =
    await sql`select order_id::int from parcels where order_id = any(${orders}) order by id`;
  expect(left.map(({ order_id }) => order_id)).toEqual([first, second]);
});

test('a new order appears without reloading when the window regains focus; a failed dispatch keeps the input, and pressing again dispatches once', async ({
  page,
  sql,
}) => {
  const packer = await workAs(page, sql, 'packer');
  const { name, orders } = await place(sql, packer, 1);
  await page.goto(`/studio?list=to_send&q=Cap`);
  await expect(page.getByText(name)).toBeVisible();
  const next = await place(sql, packer, 1);
  await page.evaluate(() => {
    const real = Date.now;
    Date.now = () => real() + 10_000;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await expect(page.getByText(next.name)).toBeVisible();

  await page.getByRole('checkbox', { name: `Select order ${orders[0]}`, exact: true }).check();
  await page.getByRole('button', { name: 'Dispatch selected' }).click();
  const field = page.getByLabel(`Tracking number of order ${orders[0]}`, { exact: true });
  await field.fill('LOST1');
  // The dispatch takes effect, but the response is lost.
  await interceptOnce(page, '**/api/staff/dispatch', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await field.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Network error. What you typed is still here.');
  await expect(field).toHaveValue('LOST1');
  await field.fill('LOST2');
  await field.press('Enter');
  await expect(
    page.getByText(
      `1 order dispatched. Order ${orders[0]} was already sent by Royal Mail LOST1: correct the parcel on the order page.`,
    ),
  ).toBeVisible();
  const parcels = await sql`select tracking_number from parcels where order_id = ${orders[0] ?? 0}`;
  expect([...parcels]).toEqual([{ tracking_number: 'LOST1' }]);
});

test('search, Back and reload show the same, because the URL holds the state', async ({
  page,
  sql,
}) => {
  const manager = await workAs(page, sql, 'manager');
  const { name, orders } = await place(sql, manager, 2);
  await page.goto('/studio');
  await expect(search(page)).toBeVisible();
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await search(page).fill(name);
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`list=to_send&q=${name.replace(' ', '\\+')}`));
  await expectAccessible(page);
  await page.reload();
  await expect(search(page)).toHaveValue(name);
  await expect(rowsOf(page)).toHaveCount(2);

  const reveal = page.getByRole('button', { name: /^Filters/ });
  if (await reveal.isVisible()) await reveal.click();
  await page.getByLabel('Pieces').selectOption('Several');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page.getByText('1 parcel found')).toBeVisible();
  await expect(page).toHaveURL(/&pieces=several$/);
  await page.getByLabel('Deliver to').selectOption('Europe');
  await expect(page.getByText(/^No orders match .* and the filters\.$/)).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
  await page.goBack();
  await expect(page.getByLabel('Deliver to')).toHaveValue('');
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(search(page)).toHaveValue(name);

  await search(page).press('Escape');
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: String(orders[0]), exact: true })).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(
    page.getByRole('checkbox', { name: `Select order ${orders[1]}`, exact: true }),
  ).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/studio?order=${orders[1]}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(orders[1]));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(`${orders[1]} – Studio – `));
  await page.goBack();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page.getByRole('link', { name: String(orders[1]), exact: true })).toBeFocused();
  await page.keyboard.press('x');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expectAccessible(page, { oneWidth: true });
  await page.getByLabel('Use single-key shortcuts').uncheck();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await expect(search(page)).not.toBeFocused();
});

test('a manager’s lists fit a phone, and a long name leaves room for the items', async ({
  page,
  sql,
}) => {
  const manager = await workAs(page, sql, 'manager');
  await sql`update staff set name = 'Morag of the Long Name' where user_id = ${manager}`;
  const { name, orders } = await place(sql, manager, 1);
  const label = { name: 'Wolfeschlegel'.repeat(6), line1: '1 High St', country: 'GB' };
  await sql`update orders set label = ${sql.json(label)} where id = ${orders[0] ?? 0}`;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/studio');
  for (const shown of ['list=all', 'list=decide', 'catalogue', 'settings', 'security']) {
    await showPlace(page, `/studio?${shown}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log Out' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), shown).toBe(390);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await showPlace(page, `/studio?list=all&q=${encodeURIComponent(name)}`);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText('Goods: To sendMoney: Paid');
  const [whole, column] = await Promise.all(
    ['table', 'th[data-column="customer"]'].map((part) => page.locator(part).boundingBox()),
  );
  expect((column?.width ?? 0) / (whole?.width ?? 1)).toBeLessThan(0.3);
});

test('packing slips and the pick list are printed from the selection, without prices', async ({
  page,
  sql,
}) => {
  const packer = await workAs(page, sql, 'packer');
  const { name, orders } = await place(sql, packer, 3);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.goto(`/studio?print=slips&orders=${orders.join(',')},999999`);
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.locator('html[data-printed]')).toHaveCount(1);
  await expect(page.getByRole('article').first()).toContainText(`Order ${orders[0]}`);
  await expect(page.getByRole('article').first()).not.toContainText('£');
  await expect(page.getByRole('article').first()).toContainText('If undelivered, return to');
  await expect(page.getByRole('img', { name: `Opens order ${orders[0]}` })).toBeVisible();
  await expect(page.getByText('Left out')).toContainText('999999');
  await expectAccessible(page);
  await expectOnlyPaper(page, Array(3).fill('612 792'));
  await page.getByLabel('Paper').selectOption('Label, 4 × 6 in');
  await expectOnlyPaper(page, Array(3).fill('288 432'));
  await showPlace(page, `/studio?print=pick&orders=${orders.join(',')}`);
  // The three orders have one, two and one units.
  await expect(page.getByRole('article')).toContainText('4 pieces for 3 orders');
  const picked = page.getByRole('row').filter({ hasText: name });
  await expect(picked).toContainText(orders.join(', '));
  await expect(picked).toContainText(/[A-Z0-9]+-INK-\d+/);
  await expectAccessible(page);
  await expectOnlyPaper(page, ['612 792']);
});

test('the login leads to the studio and back, and others get a 404', async ({
  page,
  sql,
  account,
}) => {
  await register(page, account);
  await page.goto('/studio?list=late');
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, account);
  await expect(page).toHaveURL(/\/studio\?list=late$/);
  await expect(page.getByText('There is nothing here for this login.')).toBeVisible();
  await expectAccessible(page, { oneWidth: true });

  const [{ id }] = await sql<[{ id: string }]>`
    select id from auth.users where email = ${account.email}`;
  await hire({ sql }, id, 'packer');
  await page.reload();
  await expect(page.getByRole('link', { name: /^Late/ })).toHaveAttribute('aria-current', 'page');
  await dismiss({ sql }, id);
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(page.getByRole('alert')).toContainText('Not found');
});

test('the studio’s scripts stay within their budget, and no other page loads them', async ({
  page,
  sql,
}) => {
  await workAs(page, sql, 'packer');
  const scripts = new Map<string, number>();
  const keep = async (response: Response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? ''))
      scripts.set(new URL(response.url()).pathname, packed(await response.body()));
  };
  const kept: Promise<void>[] = [];
  page.on('response', (response) => kept.push(keep(response)));
  await page.goto('/studio', { waitUntil: 'networkidle' });
  await Promise.all(kept);
  const loaded = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
  expect(loaded).toBeGreaterThan(60_000);
  expect(loaded).toBeLessThanOrEqual(scriptBudget);
  const own = [...scripts.keys()].filter((path) => path.includes('StudioPage'));
  expect(own).toHaveLength(1);
  // Each area, with the code for its previews of the shop's pages, is loaded when it is opened.
  const [studio = ''] = own;
  const script = new URL(studio, page.url()).href;
  const text = await (await page.request.get(script)).text();
  const areas = [...text.matchAll(/import\(["'`]\.\/((\w+)Area\.[^"'`]+)["'`]\)/g)];
  expect(areas.map(([, , name]) => name)).toEqual(
    expect.arrayContaining(['Catalogue', 'Pages', 'Mailing']),
  );
  for (const [, file = '', name] of areas) {
    const bytes = await weighLater(new URL(file, script).href, scripts.keys());
    expect(bytes, name).toBeGreaterThan(1000);
    expect(bytes, name).toBeLessThanOrEqual(areaBudget);
  }
  for (const path of ['/', '/all-products', '/cart', '/login', '/account', '/product-details/14']) {
    const html = await (await page.request.get(path)).text();
    expect(html, path).not.toContain(own[0]);
    expect(html, path).not.toContain('.studio-');
  }
});
