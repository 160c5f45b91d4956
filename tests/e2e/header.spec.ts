import { expectAccessible } from './accessibility.ts';
import { comeAgain } from './browser-state.ts';
import { cardsOf } from './listing-cards.ts';
import { expect, test } from './shop-test.ts';

test('the header counts the units in the cart, and leads home, to all products, to the cart and to the login', async ({
  page,
}) => {
  await page.goto('/productListing/6');
  const header = page.getByRole('banner');
  const [one, other] = ['Tortoise', 'Honey'].map((colour) =>
    cardsOf(page).filter({ hasText: colour }).getByRole('button'),
  );
  await one?.click();
  await expect(header.getByRole('link', { name: 'Cart, 1 item', exact: true })).toHaveText('1');
  await one?.click();
  await other?.click();
  const count = header.getByRole('link', { name: 'Cart, 3 items', exact: true });
  await expect(count).toHaveText('3');

  await page.goto('/contact-us');
  await expect(count).toHaveText('3');
  for (const [name, address] of [
    ['Home', '/'],
    ['Minicia, all products', '/all-products'],
    ['Cart, 3 items', '/cart'],
    ['Account', '/login'],
  ] as const) {
    await header.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(({ pathname }) => pathname.replace(/(.)\/$/, '$1') === address);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible();
  }

  await test.step('the launch page has no header', async () => {
    await page.goto('/launch');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'MENU' })).toHaveCount(0);
  });
});

test('the user icon greets a logged-in shopper and stays on the page', async ({
  page,
  account,
}) => {
  await comeAgain(page, { customer: account });
  await page.goto('/Faqs');
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click();
  const message = page.getByText('You are already logged in.', { exact: true });
  await expect(page.getByRole('status').filter({ has: message })).toBeVisible();
  await expect(page).toHaveURL(/\/Faqs\/?$/);
  await expectAccessible(page, { oneWidth: true });
});

test('MENU opens a drawer with the categories, All Products and Contact Us, which takes the focus and returns it', async ({
  page,
}) => {
  // A category added after the build.
  const younger = { id: 99, name: 'Socks' };
  await page.route('**/api/listing/categories', (route) => route.fulfill({ json: [younger] }));
  await page.goto('/Faqs');
  const menu = page.getByRole('button', { name: 'MENU' });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  const close = drawer.getByRole('button', { name: 'Close menu' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(close).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await expect(drawer.getByRole('link')).toHaveText([
    'Women',
    'Men',
    'Bucket Hats',
    'Trucker Hats',
    'Beanies',
    'Sunglasses',
    'Socks',
    'All Products',
    'Contact Us',
  ]);
  const addresses = await drawer
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual([
    ...[1, 2, 3, 4, 5, 6, 99].map((id) => `/productListing/${id}`),
    '/all-products',
    '/contact-us',
  ]);
  await expectAccessible(page);
  await close.click();
  await expect(drawer).toBeHidden();
  await expect(menu).toBeFocused();
});
