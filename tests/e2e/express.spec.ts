import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { comeAgain } from './browser-state.ts';
import { scrollTo } from './scrolling.ts';
import { expect, test } from './shop-test.ts';

const paymentPage = /\/c\/pay\/cs_test_/;
const express = (page: Page) =>
  page.getByRole('button', { name: 'Express check out', exact: true });

test('four taps on a phone, and no typing, buy a piece; coming back on the way adds no second one @phone', async ({
  page,
  sql,
}) => {
  await page.goto('/product-details/15');
  await expect(page.getByRole('button', { name: 'Add To Cart', exact: true })).toBeEnabled();
  const { y = 0 } = (await page.getByText('DISCOVER MORE CREATIONS').boundingBox()) ?? {};
  await scrollTo(page, y);
  const bar = page.getByRole('button', { name: /^Express checkout .+/ });
  await expect(bar).toBeVisible();
  await bar.tap();
  await expect(page).toHaveURL(paymentPage);
  const [, session] = /(cs_test_\w+)/.exec(page.url()) ?? [];
  await page.goBack();
  await expect(bar).toBeVisible();
  await bar.tap();
  await expect(page).toHaveURL(new RegExp(`${session}`));

  await page.getByRole('link', { name: 'Back to the shop' }).tap();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await express(page).tap();
  await expect(page).toHaveURL(paymentPage);
  await page.getByText('Test Wallet', { exact: true }).tap();
  await expectAccessible(page, { oneWidth: true });
  await page.getByRole('button', { name: 'Pay with Test Wallet' }).tap();
  await expect(page.getByRole('heading', { name: 'Thank You for Shopping!' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Cart/ })).toHaveAccessibleName('Cart');

  const number = /\d{8}/.exec(await page.getByText(/^Order \d{8}$/).innerText())?.[0] ?? '';
  const [order] = await sql`
    select o.total_items, b.phone, b.address, c.delivery ->> 'postcode' as postcode
    from orders o join billing_infos b on b.id = o.billing_info_id join checkouts c on c.id = o.checkout_id
    where o.id = ${number}`;
  expect({ ...order }).toEqual({
    total_items: 1,
    phone: '+447700900123',
    address: '1 Sample Street, London N1 1AA',
    postcode: 'N1 1AA',
  });
});

test('Express checkout points a visitor from a country without delivery to the form', async ({
  page,
  loggedErrors,
}) => {
  loggedErrors.push(/^ApiError/);
  await comeAgain(page, { lines: [{ product: 15, colour: 'Honey' }] });
  await page.route('**/api/stripe/create-stripe-session/', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-visitor-country': 'JP' } }),
  );
  await page.goto('/cart');
  await express(page).click();
  await expect(page.getByText('Press CHECKOUT to choose another country.')).toBeVisible();
  await expectAccessible(page);
  await expect(express(page)).toHaveAttribute('aria-busy', 'false');
});
