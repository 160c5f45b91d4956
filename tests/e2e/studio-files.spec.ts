import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright/test';
import { parse } from 'csv-parse/sync';
import type { Sql } from 'postgres';
import { shopDatabase } from '../support/shop-database.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './shop-test.ts';
import { workAs } from './studio-orders.ts';

/** Places paid orders of a product unique to the test. Returns its name and the order numbers, oldest first. */
async function place(sql: Sql, shopper: string, parcelsTo: readonly string[]) {
  const shop = shopDatabase({ sql, url: '', drop: async () => undefined });
  const sku = await shop.newSku(parcelsTo.length);
  const name = `Scarf ${randomUUID().slice(0, 8)}`;
  await sql`update products set name = ${name}, created_at = '2020-01-01' where id = ${sku.product_id}`;
  await shop.saveBilling(shopper);
  const orders: number[] = [];
  for (const parcelTo of parcelsTo) {
    const { checkout_id } = await shop.open(shopper, [{ sku, quantity: 1 }]);
    const { order_id } = await shop.complete(checkout_id);
    await sql`select mark_order_seen(${`cs_test_${checkout_id}`})`;
    const label = { name: 'Ada', line1: `${orders.length + 1} High St`, country: parcelTo };
    await sql`update orders set label = ${sql.json(label)} where id = ${order_id}`;
    await sql`update checkouts set country = ${parcelTo} where id = ${checkout_id}`;
    orders.push(order_id ?? 0);
  }
  await sql`update products set archived_at = now() where id = ${sku.product_id}`;
  return { name, orders };
}

async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await textOf(file) };
}

async function textOf(file: Download): Promise<string> {
  return readFile(await file.path(), 'utf8');
}

function rowsOf(text: string): Record<string, string>[] {
  return parse<Record<string, string>>(text, { bom: true, columns: true });
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Import tracking numbers' });

/** Parcels of orders, with order status and number of e-mails owed. */
async function sentOf(sql: Sql, orders: readonly number[]) {
  const rows = await sql<
    { order: number; status: string; carrier: string; number: string; mails: number }[]
  >`
    select o.id::int as order, o.status, p.carrier, p.tracking_number as number,
      (select count(*)::int from mail_outbox m where m.kind = 'dispatched' and m.subject = p.id::text) as mails
    from orders o join parcels p on p.order_id = o.id where o.id = any(${[...orders]})
    order by array_position(${[...orders]}::bigint[], o.id)`;
  return [...rows];
}

test('labels of two orders are exported, and their tracking numbers imported once from a file; others are pasted, dropped and previewed', async ({
  page,
  sql,
}) => {
  const packer = await workAs(page, sql, 'packer');
  const { name, orders } = await place(sql, packer, ['GB', 'FR']);
  const [home = 0, abroad = 0] = orders;
  await page.goto(`/studio?list=to_send&q=${encodeURIComponent(name)}`);
  await page.getByRole('checkbox', { name: `Select order ${home}`, exact: true }).check();
  await expect(page.getByRole('button', { name: 'Labels (CSV)' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Customs (CSV)' })).toBeHidden();
  await page.getByRole('checkbox', { name: `Select order ${abroad}`, exact: true }).check();

  const customs = await saved(page, 'Customs (CSV)');
  expect(customs.name).toMatch(/^customs-\d{4}-\d\d-\d\d\.csv$/);
  expect(rowsOf(customs.text)).toMatchObject([{ Order: String(abroad), Destination: 'France' }]);
  const labels = await saved(page, 'Labels (CSV)');
  expect(labels.name).toMatch(/^click-and-drop-\d{4}-\d\d-\d\d\.csv$/);
  await expect(page.getByText(`Saved as ${labels.name}.`)).toBeVisible();
  await expectAccessible(page);

  // A file as returned by Click & Drop: the labels' columns with two more, and a line of an unknown order.
  const rows = rowsOf(labels.text);
  expect(rows.map((row) => row['Order reference'])).toEqual([String(home), String(abroad)]);
  const back = [
    'Order number,Order reference,Tracking number,Carrier',
    ...rows.map(
      (row, at) => `${77_000 + at},${row['Order reference']},ZZ ${row['Order reference']} X,`,
    ),
    '77009,,ZZ9,',
  ].join('\r\n');

  await page.getByRole('button', { name: 'Import tracking numbers' }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
  await dialog.getByLabel('Default carrier for lines without one').selectOption('Evri');
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name: 'back.csv', mimeType: 'text/csv', buffer: Buffer.from(back) });
  await expect(dialog.getByText('back.csv was read.')).toBeVisible();
  await expect(dialog.getByText('2 orders to send. 1 line will be skipped')).toBeVisible();
  await expect(dialog.getByText('This line has no order number.')).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
  expect(await sentOf(sql, orders)).toEqual([]);

  // The upload takes effect, but the response is lost.
  await page.route('**/api/staff/tracking', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Send 2 orders' }).click();
  await expect(dialog.getByText('No response. Press again')).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveValue(back.replaceAll('\r\n', '\n'));
  await page.unroute('**/api/staff/tracking');
  await dialog.getByRole('button', { name: 'Send 2 orders' }).click();
  await expect(dialog.getByText('1 line could not be used.')).toBeVisible();
  await expect(dialog.getByText('It had this number already.')).toHaveCount(2);
  await expectAccessible(page, { oneWidth: true });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('[data-order-row]')).toHaveCount(0);

  expect(await sentOf(sql, orders)).toEqual(
    orders.map((order) => ({
      order,
      status: 'dispatched',
      carrier: 'Evri',
      number: `ZZ${order}X`,
      mails: 1,
    })),
  );

  await test.step('pasted columns and a dropped file are previewed before sending, and a mistake blocks them', async () => {
    const { orders: others } = await place(sql, packer, ['GB', 'GB']);
    const [one = 0, two = 0] = others;
    await page.getByRole('button', { name: 'Import tracking numbers' }).click();
    const area = dialog.getByRole('textbox');
    const press = dialog.getByRole('button', { name: /^Send/ });

    await area.fill(`${one}\tAB${one}\n${two}\tab ${one}`);
    await expect(
      dialog.getByText(`Orders ${one} and ${two} have the same tracking number`),
    ).toBeVisible();
    await expect(press).toBeDisabled();
    await area.fill('Name,City\nAda,Leeds');
    await expect(dialog.getByText('The file has no column for an order number')).toBeVisible();
    await expect(press).toBeDisabled();
    await dialog.getByLabel('CSV file').setInputFiles({
      name: 'book.xlsx',
      mimeType: 'text/csv',
      buffer: Buffer.from('PK\u0003\u0004'),
    });
    await expect(dialog.getByText('book.xlsx is not a text file.')).toBeVisible();
    await expect(area).toHaveValue('Name,City\nAda,Leeds');

    await dialog.evaluate((element, text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }));
      for (const type of ['dragover', 'drop']) {
        element.dispatchEvent(
          new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
        );
      }
    }, `${one},AB${one}\n${two},AB${two}\n999999,ABC`);
    await expect(dialog.getByText('dropped.csv was read.')).toBeVisible();
    await expect(dialog.getByText('There is no such order.')).toBeVisible();
    await expect(press).toHaveText('Send 2 orders');
    // A number with a wrong check digit is sent only if ticked.
    await dialog.getByLabel('Default carrier for lines without one').selectOption('Royal Mail');
    await area.fill(`${one},AB123456784GB\n${two},AB${two}`);
    await expect(press).toHaveText('Send 1 order');
    await dialog.getByLabel('Include 1 number that may be mistyped').check();
    await expect(press).toHaveText('Send 2 orders');
    await area.fill(`${one},AB${one}\n${two},AB${two}\n999999,ABC`);
    await expect(press).toHaveText('Send 2 orders');
    await press.click();
    await expect(dialog.getByText('2 orders dispatched. 1 line could not be used.')).toBeVisible();
    await expect(dialog.getByText('There is no such order.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('status').filter({ hasText: 'dispatched' })).toHaveText(
      '2 orders dispatched. 1 line could not be used.',
    );
    expect(await sentOf(sql, others)).toMatchObject([
      { order: one, number: `AB${one}`, mails: 1 },
      { order: two, number: `AB${two}`, mails: 1 },
    ]);
  });
});

test('a manager exports the accounts of last month or of chosen days; a packer has no such button', async ({
  page,
  sql,
}) => {
  const manager = await workAs(page, sql, 'manager');
  await page.goto('/studio?list=all');
  await test.step('a dialog whose script is gone since an update of the shop asks to reload', async () => {
    // News of the shop's health moves the page when it arrives.
    await expect(page.getByText(/^The shop (?:is well|needs attention)/)).toBeVisible();
    await page.route('**/AccountsDialog*.js', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('button', { name: 'Accounts (CSV)' }).click();
    await expect(page.getByRole('alert')).toContainText('This could not be loaded');
    await expect(page.getByRole('heading', { name: 'All orders' })).toBeVisible();
    await expectAccessible(page, { oneWidth: true });
    await page.unroute('**/AccountsDialog*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    // The old page still takes presses until the new one is there.
    await expect(page.getByText('This could not be loaded')).toBeHidden();
  });
  await page.getByRole('button', { name: 'Accounts (CSV)' }).click();
  await expect(page.getByRole('dialog', { name: 'Accounts' })).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
  const file = await saved(page, 'Save accounts (CSV)');
  expect(file.name).toMatch(/^accounts-\d{4}-\d\d-01-to-\d{4}-\d\d-(?:28|29|30|31)\.csv$/);
  expect(file.text).toMatch(/^\uFEFFPaid on,Order,/);
  await expect(page.getByText(`Saved as ${file.name}.`)).toBeVisible();

  await page
    .getByLabel('File', { exact: true })
    .selectOption('Xero: daily invoices and credit notes');
  await page.getByRole('button', { name: 'Last quarter' }).click();
  await expectAccessible(page, { oneWidth: true });
  const invoices = await saved(page, 'Save accounts (CSV)');
  expect(invoices.name).toMatch(/^xero-invoices-\d{4}-(?:01|04|07|10)-01-to-/);
  expect(invoices.text).toMatch(/^\*ContactName,EmailAddress,/);
  await page.getByLabel('File', { exact: true }).selectOption('Payments, one per row');

  await page.getByLabel('From', { exact: true }).fill('2024-01-01');
  await page.getByRole('button', { name: 'Save accounts (CSV)' }).click();
  await expect(page.getByRole('alert')).toContainText('Export at most 460 days at once.');
  await page.getByRole('button', { name: 'This month' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Accounts (CSV)' })).toBeFocused();

  await sql`update staff set role = 'packer' where user_id = ${manager}`;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'All orders' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accounts (CSV)' })).toBeHidden();
});
