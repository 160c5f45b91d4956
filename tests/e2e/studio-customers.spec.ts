import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expectAccessible } from './accessibility.ts';
import { mailTo } from './mailbox.ts';
import { comeAgain, tokenOf } from './browser-state.ts';
import { expect, fillBillingAndCheckOut, payWith, test } from './shop-test.ts';
import { hire } from '../support/staff.ts';
import { choose, ordered, showPlace, workAs } from './studio-orders.ts';

test('a manager adds, changes and removes a template, finds a customer, notes something, writes with a template, exports, and reads it all in the log', async ({
  page,
  sql,
  stripe,
  baseURL: origin = '',
}) => {
  const bought = await ordered({ sql, stripe, origin });
  await workAs(page, sql, 'manager');
  const [{ email }] = await sql<[{ email: string }]>`
    select b.email from orders o join billing_infos b on b.id = o.billing_info_id where o.id = ${bought.order}`;
  const news = page.locator('.studio-news');

  const dialog = page.getByRole('dialog');

  await test.step('templates', async () => {
    await page.goto('/studio?customers=templates');
    await page.getByRole('button', { name: 'New template' }).click();
    const title = `Parcel shop ${randomUUID()}`;
    await dialog.getByLabel('Name (staff only)').fill(title);
    await dialog.getByLabel('Subject').fill('Order {order no}');
    await dialog.getByLabel('Text').fill('Hello {first name}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Subject')).toBeFocused();
    await expect(dialog.getByLabel('Subject')).toHaveAccessibleDescription(
      /^Unknown placeholder: \{order no\}/,
    );
    await dialog.getByLabel('Subject').fill('Order {order number}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: `Change “${title}”` }).click();
    await dialog.getByLabel('Text').fill('Good morning {first name}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Good morning {first name}')).toBeVisible();
    await page.getByRole('button', { name: `Remove “${title}”` }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeHidden();
  });

  await showPlace(page, `/studio?order=${bought.order}`);
  await page.getByRole('region', { name: 'Deliver to' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/customers=customer/);
  await expect(page.getByRole('link', { name: `Order ${bought.order}` })).toBeVisible();

  await showPlace(page, '/studio?customers');
  await page.getByLabel('Search customers').fill(`order ${bought.order}`);
  const found = page.locator('.customer-list').getByRole('listitem');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('1 order, £');
  await expectAccessible(page);
  await found.getByRole('link').click();

  await page.getByRole('button', { name: 'Add a note' }).click();
  await page.getByLabel('Note (staff only)').fill('Rings twice.');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(news).toHaveText('Note added.');

  await page.getByRole('button', { name: 'Write a message' }).click();
  await dialog.getByLabel('Template').selectOption({ label: 'Delay' });
  const preview = dialog.getByRole('region', { name: 'Preview' });
  const subject = `Order ${bought.order} will be a little late`;
  await expect(preview).toContainText(subject);
  await expect(preview).not.toContainText('{');
  await expectAccessible(page, { oneWidth: true });
  await dialog.getByLabel('Text').fill('{frist name}');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByLabel('Text')).toHaveAccessibleDescription(
    /^Replace \{frist name\} by its text\./,
  );
  await dialog.getByLabel('Text').fill('Hello {first name},\n\nit is <b>late</b>.');
  await dialog.getByRole('button', { name: 'Send' }).dblclick();
  await expect(news).toContainText('is on its way.');
  const mail = await mailTo(email, subject);
  expect(mail.text).toContain('it is <b>late</b>.');
  expect(mail.html).toContain('it is &lt;b&gt;late&lt;/b&gt;.');
  const entries = page.getByRole('region', { name: 'Notes and messages' }).getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await choose(page, 'Export their data');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const data: unknown = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(data).toMatchObject({ orders: [{ id: bought.order }] });

  await showPlace(page, '/studio?activity');
  const log = page.locator('.activity-list').getByRole('listitem');
  await page.getByLabel('Search the activity').fill(String(bought.order));
  await expect(log).toHaveText([
    /Morag.*Exported their data/,
    /Morag.*Message to the shopper: order \d+/,
    /Morag.*Note: /,
  ]);
  await page.getByLabel('Area', { exact: true }).selectOption({ label: 'Orders' });
  await expect(log).toHaveCount(1);
  await expectAccessible(page);
  await log.getByRole('link').click();
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Hello Ada');
});

test('a manager offers to move a guest’s orders, and they move once the link is opened in the account', async ({
  page,
  sql,
  stripe,
  baseURL: origin = '',
}) => {
  const bought = await ordered({ sql, stripe, origin });
  const into = await ordered({ sql, stripe, origin });
  await workAs(page, sql, 'manager');
  await sql`update profiles set email_confirmed_at = now() where user_id = ${bought.shopper.id}`;
  const [{ id, email }] = await sql<[{ id: string; email: string }]>`
    select c.id, account_email(c.user_id) as email
    from customers c join orders o on o.customer_id = c.id where o.id = ${bought.order}`;
  await page.goto(`/studio?customers=customer&id=${id}`);
  await choose(page, 'Move orders');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'E-mail the offer' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose an account.');
  await dialog.getByLabel('Search accounts').fill(`order ${into.order}`);
  await dialog.getByRole('radio').check();
  await expect(dialog.getByText('Into the account')).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
  await dialog.getByRole('button', { name: 'E-mail the offer' }).click();
  await expect(page.getByText(/^Offered .*not accepted yet\.$/)).toBeVisible();
  const { html } = await mailTo(email, 'Your orders in one account?');
  const [, link = ''] = /href="https?:\/\/[^/"]+(\/keep-order#merge=[^"]+)"/.exec(html) ?? [];
  await page.goto(link);
  // Logged in as somebody else.
  await page.getByRole('button', { name: 'Move My Orders' }).click();
  await expect(page.getByText(/can only join the account of/)).toBeVisible();
  await expectAccessible(page);
  const ownerNow = async () => {
    const [row] = await sql<[{ owner: string }]>`
      select user_id as owner from orders where id = ${bought.order}`;
    return row.owner;
  };
  expect(await ownerNow()).toBe(bought.shopper.id);
  const { id: owner, token: access } = into.shopper;
  await page.evaluate(
    (token) => {
      const root: unknown = JSON.parse(localStorage.getItem('root') ?? '{}');
      localStorage.setItem('root', JSON.stringify(Object.assign({}, root, { token })));
    },
    { id: owner, access },
  );
  await page.reload();
  await page.getByRole('button', { name: 'Move My Orders' }).click();
  await expect(page).toHaveURL(/\/account/);
  expect(await ownerNow()).toBe(owner);
});

test('a guest adds a gift message on the thank-you page, finds it again, and the packer prints it', async ({
  page,
  sql,
  account,
}) => {
  await comeAgain(page, { lines: [{ product: 8, colour: 'Black / Bone' }] });
  await page.goto('/billing');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await fillBillingAndCheckOut(page, 'United Kingdom', account.email);
  await payWith(page, '4242 4242 4242 4242');
  const add = page.getByRole('button', { name: 'Add a gift message or a note' });
  await add.click();
  await page.getByLabel('Gift message').fill('For <b>Byron</b>,\nwith love');
  await page.getByLabel('Note to us').fill('No paper, please');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. You can change it here')).toBeVisible();
  await expectAccessible(page);
  const number = /\d{8}/.exec(await page.getByText(/^Order \d{8}$/).innerText())?.[0] ?? '';
  await page.reload();
  await add.click();
  await expect(page.getByLabel('Gift message')).toHaveValue('For <b>Byron</b>,\nwith love');

  const token = await tokenOf(page, { ...account, email: `packer.${account.email}` });
  await hire({ sql }, token.id, 'packer', 'Percy');
  await page.evaluate((mine) => {
    const root: unknown = JSON.parse(localStorage.getItem('root') ?? '{}');
    localStorage.setItem('root', JSON.stringify(Object.assign({}, root, { token: mine })));
  }, token);
  await page.goto(`/studio?print=slips&orders=${number}`);
  await expect(page.getByLabel('Gift message')).toHaveText('For <b>Byron</b>,\nwith love');
  await showPlace(page, `/studio?print=pick&orders=${number}`);
  await expect(page.getByLabel('From the shoppers')).toContainText('No paper, please');
  await expectAccessible(page);
});
