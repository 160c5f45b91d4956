import { readFile } from 'node:fs/promises';
import type { Sql } from 'postgres';
import { type ShopDatabase, shopDatabase, type Sku } from '../support/shop-database.ts';
import { expectAccessible } from './accessibility.ts';
import { type Account, comeAgain, register } from './browser-state.ts';
import { mailTo } from './mailbox.ts';
import { expect, interceptOnce, logIn, payWith, test } from './shop-test.ts';

const accountPage = /\/account\/?$/;
const loginPage = /\/login\/?$/;

function shopOver(sql: Sql): ShopDatabase {
  return shopDatabase({ sql, url: '', drop: async () => undefined });
}

/** Places an order of a number of units that the account has seen. Returns the order's id. */
async function placeOrder(
  sql: Sql,
  { username }: Account,
  sku: Sku,
  quantity = 1,
): Promise<number> {
  const [shopper] = await sql<{ id: string }[]>`
    select user_id as id from profiles where username = ${username}`;
  const id = shopper?.id ?? '';
  const shop = shopOver(sql);
  await shop.saveBilling(id);
  const { checkout_id } = await shop.open(id, [{ sku, quantity }]);
  const { order_id } = await shop.complete(checkout_id);
  // Otherwise the same basket counts as the same purchase.
  await sql`select mark_order_seen(${`cs_test_${checkout_id}`})`;
  return order_id ?? 0;
}

/** Runs a test with a product in one colour, added after the build and removed afterwards. */
async function withSku(sql: Sql, stock: number, run: (sku: Sku) => Promise<void>) {
  const sku = await shopOver(sql).newSku(stock);
  // An old product does not disturb the listings of other tests.
  await sql`update products set created_at = '2020-01-01' where id = ${sku.product_id}`;
  try {
    await run(sku);
  } finally {
    // An ordered product cannot be deleted.
    await sql`update products set archived_at = now() where id = ${sku.product_id}`;
  }
}

test('the account asks a visitor, or a login that has ended, to log in and returns; loading orders can be retried; personal data can be downloaded', async ({
  page,
  account,
}) => {
  await register(page, account);
  await page.goto('/account');
  await expect(page).toHaveURL(loginPage);
  await logIn(page, account);
  await expect(page).toHaveURL(accountPage);
  await expect(page.getByText('No orders yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start Shopping' })).toHaveAttribute(
    'href',
    '/all-products',
  );
  await expectAccessible(page);

  await test.step('personal data is downloaded', async () => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download My Data' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('minicia-data.json');
    const { account: own } = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(own).toMatchObject({ username: account.username, email: account.email });
    await expect(page).toHaveURL(accountPage);
  });

  await test.step('a failure to load orders', async () => {
    await interceptOnce(page, '**/api/account/orders*', (route) => route.fulfill({ status: 500 }));
    await page.reload();
    await expect(page.getByText('Error: Network response was not ok')).toBeVisible();
    await expectAccessible(page, { oneWidth: true });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No orders yet.')).toBeVisible();
  });

  await test.step('a login that the shop rejects', async () => {
    await interceptOnce(page, '**/api/account/orders*', (route) => route.fulfill({ status: 401 }));
    await page.reload();
    await expect(page).toHaveURL(loginPage);
    await logIn(page, account);
    await expect(page).toHaveURL(accountPage);
  });
});

test('a logged-in shopper finds the account in the toast and the menu', async ({
  page,
  account,
}) => {
  await page.goto('/Faqs');
  await page.getByRole('button', { name: 'MENU' }).click();
  const inMenu = page.getByRole('dialog').getByRole('link', { name: 'Your Account' });
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Contact Us' })).toBeVisible();
  await expect(inMenu).toBeHidden();

  await comeAgain(page, { customer: account });
  await page.clock.install();
  await page.goto('/Faqs');
  // Keeps the toast until it is pressed.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click();
  await expect(page.getByText('You are already logged in.', { exact: true })).toBeVisible();
  await page.getByRole('status').getByRole('link', { name: 'Your account' }).click();
  await page.clock.resume();
  await expect(page).toHaveURL(accountPage);
  await page.getByRole('button', { name: 'MENU' }).click();
  await expect(inMenu).toBeVisible();
});

test('a purchase is confirmed by e-mail, listed in the account, and can be repeated @accessibility', async ({
  page,
  sql,
  account,
}) => {
  const lines = [{ product: 11, colour: 'Graphite' }];
  await comeAgain(page, { customer: account, form: true, lines });
  await page.goto('/billing');
  await page.getByRole('button', { name: 'CHECKOUT' }).click();
  await payWith(page, '4242 4242 4242 4242');
  await expect(page.getByRole('heading', { name: 'Thank You for Shopping!' })).toBeVisible();
  const [bought] = await sql<{ id: string; piece: string }[]>`
    select o.id, i.product_name || ', ' || i.color_name as piece
    from orders o join order_items i on i.order_id = o.id join profiles s on s.user_id = o.user_id
    where s.username = ${account.username}`;
  const named = page.getByText(`Order ${bought?.id}`, { exact: true });
  await expect(named).toBeVisible();
  const promised = page.getByText(/^Leaves by \w+day \d+ \w+, arrives \d+/);
  const promise = (await promised.textContent()) ?? '';
  await page.reload();
  await expect(named).toBeVisible();
  await expect(promised).toHaveText(promise);
  const mail = await mailTo('ada@example.com', `Your Minicia order ${bought?.id}`);
  for (const part of [bought?.piece, promise]) expect(mail.html).toContain(part);

  await page.goto('/account');
  const order = page.getByRole('listitem', { name: `Order ${bought?.id}`, exact: true });
  await expect(order).toContainText('Graphite');
  await expect(order).toContainText('Processing');
  await expect(order).toContainText(promise);
  await expectAccessible(page, { as: 'Account with its orders' });
  await order.getByRole('button', { name: 'Order Again' }).click();
  await expect(page).toHaveURL(/\/cart\/?$/);
  await expect(page.getByText('Graphite').first()).toBeVisible();
  await expect(page.getByLabel(/^Quantity/)).toHaveValue('1');
});

test('a long list of orders is paginated, and reordering lists on the cart what could not be added', async ({
  page,
  sql,
  account,
}) => {
  await comeAgain(page, { customer: account });
  await withSku(sql, 16, async (sku) => {
    const orders: number[] = [];
    for (let count = 0; count < 11; count += 1) orders.unshift(await placeOrder(sql, account, sku));
    orders.unshift(await placeOrder(sql, account, sku, 3));
    await page.goto('/account');
    const numbers = page.getByRole('heading', { level: 3 });
    await expect(numbers).toHaveText(orders.slice(0, 10).map((id) => `Order ${id}`));
    const more = page.getByRole('button', { name: 'Show older orders' });
    await more.click();
    await expect(numbers).toHaveText(orders.map((id) => `Order ${id}`));
    await expect(more).toBeHidden();

    const newest = page.getByRole('listitem', { name: `Order ${orders[0]}`, exact: true });
    await newest.getByRole('button', { name: 'Order Again' }).click();
    await expect(page).toHaveURL(/\/cart\/?$/);
    await expect(page.getByLabel(/^Quantity/)).toHaveValue('2');
    await expect(
      page.getByText('A hat (Ink): only 2 of 3 could be added, no more in stock.'),
    ).toBeVisible();
    await expectAccessible(page);

    await page.goto('/account');
    await newest.getByRole('button', { name: 'Order Again' }).click();
    await expect(page.getByText('A hat (Ink) could not be added: no more in stock.')).toBeVisible();
    await expect(page).toHaveURL(accountPage);
    await expectAccessible(page, { oneWidth: true });
  });
});

test('a forgotten password is reset by e-mail, once, by the complete link', async ({
  page,
  account,
}) => {
  await register(page, account);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(account.email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(
    page.getByText('If there is an account with this address, a link is on its way.'),
  ).toBeVisible();
  const { html } = await mailTo(account.email, 'Choose a new password');
  const [link = ''] = /http[^"]+\/reset-password#[^"]+/.exec(html) ?? [];
  await page.goto(link);
  await page.getByLabel('New password').fill('a stapler this time');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(
    page.getByRole('heading', { name: 'Your password has been changed.' }),
  ).toBeVisible();
  await expect(page.getByText(account.username)).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
  await page.getByRole('link', { name: 'Sign In' }).click();
  await logIn(page, { ...account, password: 'a stapler this time' });

  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('New password').fill('yet another one');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('This link has been used or has expired.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
  await expectAccessible(page, { oneWidth: true });

  await page.goto('about:blank');
  await page.goto('/reset-password');
  await expect(page.getByText('This link is incomplete. Please ask for a new one.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeDisabled();
});

test('a shopper closes their account with the password', async ({ page, account }) => {
  await comeAgain(page, { customer: account, lines: [{ product: 1, colour: 'Bone' }] });
  await page.goto('/account');
  const open = page.getByRole('button', { name: 'Close My Account', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Close Your Account?' });
  const confirm = dialog.getByRole('button', { name: 'Close My Account For Good' });

  await open.click();
  await expect(dialog).toContainText('seven years');
  await expectAccessible(page);
  await dialog.getByLabel('Your password').fill('not my password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your password. Nothing has changed.')).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
  // By keyboard only: closes the dialog and opens it again with an empty form.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Your password')).toHaveValue('');
  await expect(dialog.getByText('This is not your password.')).toBeHidden();
  await dialog.getByRole('button', { name: 'Keep My Account' }).click();
  await expect(dialog).toBeHidden();

  await open.click();
  await dialog.getByLabel('Your password').fill(account.password);
  await confirm.click();
  await expect(page.getByText('Your account is closed.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await page.goto('/account');
  await expect(page).toHaveURL(loginPage);
  const { username, password } = account;
  const refused = await page.request.post('/api/auth/login/', { data: { username, password } });
  expect(refused.status()).toBe(401);
});
