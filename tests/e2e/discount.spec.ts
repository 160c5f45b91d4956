import type postgres from 'postgres';
import { hire } from '../support/staff.ts';
import { expectAccessible } from './accessibility.ts';
import { comeAgain, stored } from './browser-state.ts';
import { openShop } from './in-place.ts';
import { mailTo } from './mailbox.ts';
import { frames } from './scrolling.ts';
import { expect, fillBillingAndCheckOut, payWith, test } from './shop-test.ts';

/** A code for 10 % off, whatever a person has bought before. Its limit leaves former prices alone. */
async function newCode(sql: postgres.Sql, code: string, minimum = 0): Promise<void> {
  await sql`
    with made as (
      insert into discounts (name, kind, percent, minimum_pence, once_per_person, max_uses)
      values (${code}, 'percent', 10, ${minimum}, false, 1000) returning id)
    insert into discount_codes (discount_id, code) select id, ${code} from made
    on conflict do nothing`;
}

test('a code of a link waits in the cart, survives a cancelled payment and is paid, and is the same everywhere', async ({
  page,
  sql,
  account,
}) => {
  const code = 'SPRING';
  await newCode(sql, code);
  const lines = [{ product: 8, colour: 'Black / Bone' }];
  await comeAgain(page, { lines, customer: account });
  await page.goto(`/?code=${code.toLowerCase()}`);
  await expect.poll(() => stored(page, 'discountCode')).toBe(code.toLowerCase());
  await page.getByRole('link', { name: /Cart/ }).click();
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary.getByRole('term')).toHaveText([
    'Subtotal',
    'Discount',
    'Estimated Tax',
    'Estimated Total',
  ]);
  await expect(summary.getByRole('definition')).toHaveText(['£34.00', '-£3.40', '£1.84', '£32.44']);
  await expectAccessible(page);
  await page.getByLabel(/^Quantity/).selectOption('2');
  await expect(summary.getByRole('definition')).toHaveText(['£68.00', '-£6.80', '£3.67', '£64.87']);
  await page.getByLabel(/^Quantity/).selectOption('1');

  await page.getByRole('button', { name: 'CHECKOUT' }).click();
  await expect(page.getByRole('definition')).toHaveText([
    '£34.00',
    '1',
    '-£3.40',
    '£1.84',
    '£32.44',
  ]);
  await expect(page.getByText(/^The total includes/)).toHaveCount(0);
  await fillBillingAndCheckOut(page, 'United Kingdom', account.email);
  await expect(page.getByText(`Discount ${code}`)).toBeVisible();
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await expect(summary.getByRole('definition')).toHaveText(['£34.00', '-£3.40', '£1.84', '£32.44']);
  const checkout = page.getByRole('button', { name: 'CHECKOUT' });
  await checkout.click();
  await expect(page).toHaveURL(/\/billing$/);
  await checkout.click();
  await expect(page.locator('[data-total]')).toHaveText('£32.44');
  await payWith(page, '4242 4242 4242 4242');
  await expect(page.getByText(/You paid £32\.44/)).toBeVisible();
  expect(await stored(page, 'discountCode')).toBeNull();
  const [order] = await sql<{ id: number; user: string }[]>`
    select o.id::int, o.user_id as user from orders o join billing_infos b on b.id = o.billing_info_id
    where b.email = ${account.email}`;
  const { html } = await mailTo(account.email, `Your Minicia order ${order?.id}`);
  const sums = [`Discount ${code}`, '-£3.40', '£32.44'];
  for (const sum of sums) expect(html).toContain(sum);
  await page.goto('/account');
  for (const sum of sums) await expect(page.getByText(sum).first()).toBeVisible();
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await page.getByRole('button', { name: 'Print Invoice' }).click();
  await page.emulateMedia({ media: 'print' });
  for (const sum of sums) await expect(page.getByRole('article')).toContainText(sum);
  await page.emulateMedia({ media: 'screen' });
  await hire({ sql }, order?.user ?? '', 'manager');
  await page.goto(`/studio?order=${order?.id}`);
  for (const sum of sums) await expect(page.getByRole('main')).toContainText(sum);
});

test('a code of a link to any page is kept, in a parameter of any case, also by the open cart', async ({
  page,
  sql,
}) => {
  await newCode(sql, 'ANYWHERE');
  await openShop(page, '/all-products?sort=price-asc&CODE=LISTED');
  await expect(page.getByText('Your discount code is in the cart.')).toBeVisible();
  await expect(page).toHaveURL(/\?sort=price-asc$/);
  expect(await stored(page, 'discountCode')).toBe('LISTED');
  await page.evaluate(() => void navigation.navigate('/Faqs?Code=ASKED'));
  await expect(page).toHaveURL(/\/Faqs$/);
  expect(await stored(page, 'discountCode')).toBe('ASKED');
  for (const path of ['/login', '/launch', '/nothing-here', '/product-details/8']) {
    await page.goto(`${path}?code=${path.slice(1)}`);
    await expect.poll(() => stored(page, 'discountCode'), path).toBe(path.slice(1));
  }
  await comeAgain(page, { lines: [{ product: 8, colour: 'Black / Bone' }] });
  await page.goto('/cart?code=anywhere');
  await expect(page.getByText('-£3.40')).toBeVisible();
});

test('Back to the page of a code’s link keeps the code that has replaced it', async ({ page }) => {
  await openShop(page, '/?code=LINKED&utm_source=letter');
  await expect.poll(() => stored(page, 'discountCode')).toBe('LINKED');
  await expect(page).toHaveURL(/\/\?utm_source=letter$/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ', exact: true }).click();
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Frequently Asked Questions');
  await page.evaluate(() => localStorage.setItem('discountCode', 'BETTER'));
  await page.goBack();
  await expect(title).not.toHaveText('Frequently Asked Questions');
  await frames(page, 5);
  expect(await stored(page, 'discountCode')).toBe('BETTER');
});

test('CHECKOUT waits for the answer to a code, applies one that was only typed, and stays in the cart if there is none such', async ({
  page,
  sql,
  account,
}) => {
  const code = 'SLOW';
  await newCode(sql, code);
  const checkout = page.getByRole('button', { name: 'CHECKOUT' });
  await page.route('**/api/listing/discount/', async (route) => {
    await expect(checkout).toHaveAttribute('aria-busy', 'true');
    await route.continue();
  });
  const lines = [{ product: 8, colour: 'Black / Bone' }];
  await comeAgain(page, { lines, customer: account, code: 'nosuchcode' });
  await page.goto('/cart');
  await checkout.click();
  await expect(page.getByText(/^We do not know the code NOSUCHCODE/)).toBeVisible();
  await expect(checkout).toHaveAttribute('aria-busy', 'false');
  await page.unroute('**/api/listing/discount/');
  const entry = page.getByRole('textbox', { name: 'Discount code' });
  await entry.fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: `Remove code ${code}` }).click();
  await page.getByText('Discount code or gift card', { exact: true }).click();
  await entry.fill(code);
  await checkout.click();
  await expect(page).toHaveURL(/\/billing$/);
  await expect(page.getByRole('definition')).toHaveText([
    '£34.00',
    '1',
    '-£3.40',
    '£1.84',
    '£32.44',
  ]);
  await expect(page.getByText(/^The total includes/)).toHaveCount(0);
});
