import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { comeAgain, letTokenExpire, register } from './browser-state.ts';
import { linkTo, mailTo } from './mailbox.ts';
import { phoneScreen } from './phone-screen.ts';
import {
  expect,
  fillBillingAndCheckOut,
  interceptOnce,
  logIn,
  payWith,
  test,
  type ShopFixtures,
} from './shop-test.ts';

type Account = ShopFixtures['account'];

const goodCard = '4242 4242 4242 4242';
const lines = [{ product: 15, colour: 'Honey' }];
const thanks = { name: 'Thank You for Shopping!' };
const loginPage = /\/login\/?$/;
const billingPage = /\/billing\/?$/;

const offer = (page: Page) => page.getByRole('button', { name: 'Continue as guest' });

/** Calls that began a guest's session. */
function guestCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/guest')) calls.push(request.method());
  });
  return calls;
}

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error(`${place} is not shown`);
  return box;
}

/** Buys a beanie as a guest, up to the payment page. */
async function goToPaymentPage(page: Page, email: string): Promise<string> {
  await comeAgain(page, { lines });
  await page.goto('/billing');
  await offer(page).click();
  await fillBillingAndCheckOut(page, 'United Kingdom', email);
  return /cs_test_\w+/.exec(page.url())?.[0] ?? '';
}

async function createAccount(page: Page, { username, password }: Account): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Keep This Order' }).click();
}

test('a guest buys, by the keyboard at the login, and keeps the order in an account afterwards', async ({
  page,
  account,
  sql,
  request,
}) => {
  const calls = guestCalls(page);
  await comeAgain(page, { lines });
  await page.goto('/cart');
  await page.getByRole('button', { name: 'CHECKOUT' }).click();
  await expect(page).toHaveURL(loginPage);
  const [first, form] = [offer(page), page.getByRole('form', { name: 'Sign In' })];
  await expect(form).toBeVisible();
  await expect(first).toBeEnabled();
  const wide = page.viewportSize();
  let [guest, panel] = [await boxOf(first), await boxOf(form)];
  expect(guest.x + guest.width).toBeLessThan(panel.x);
  await page.setViewportSize(phoneScreen);
  [guest, panel] = [await boxOf(first), await boxOf(form)];
  expect(guest.y + guest.height, 'on a phone').toBeLessThan(panel.y);
  if (wide) await page.setViewportSize(wide);
  await expectAccessible(page);

  await first.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await fillBillingAndCheckOut(page, 'United Kingdom', account.email);
  expect(calls).toHaveLength(1);
  await payWith(page, goodCard);
  await expect(page.getByRole('heading', thanks)).toBeVisible();
  const keep = page.getByRole('heading', { name: 'Keep this order: choose a password' });
  await expect(keep).toBeVisible();
  await expectAccessible(page, { oneWidth: true });

  const [{ id: order }] = await sql<[{ id: number }]>`
      select o.id::int from orders o
      join billing_infos b on b.id = o.billing_info_id join auth.users u on u.id = o.user_id
      where b.email = ${account.email} and u.is_anonymous`;
  const { html } = await mailTo(account.email, `Your Minicia order ${order}`);
  const link = linkTo('keep-order', html);
  // A mail scanner.
  expect((await request.get(link)).ok()).toBe(true);

  await page.goto(link);
  await expect(page.getByText(`Order ${order}, for ${account.email}.`)).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue(account.email);
  await expectAccessible(page);
  await createAccount(page, { ...account, password: 'password' });
  await expect(page.getByText('Choose a less common password.')).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
  await createAccount(page, account);
  await expect(page).toHaveURL(/\/account\/?$/);
  await expect(page.getByText('Your order is in your account.')).toBeVisible();
  await expect(page.getByRole('heading', { name: `Order ${order}` })).toBeVisible();

  await page.goto(link);
  await expect(page.getByText('It is in an account already.')).toBeVisible();
});

test('a guest whose token expires while paying gets the thank-you page, and the order joins the account of its address after logging in there', async ({
  page,
  account,
  stripe,
}) => {
  await register(page, account);
  const session = await goToPaymentPage(page, account.email);
  await stripe.pay(session, { outcome: 'paid' });
  await page.goto('/Faqs');
  await letTokenExpire(page);
  await page.goto(`/stripesuccess?session_id=${session}`);
  await expect(page.getByRole('heading', thanks)).toBeVisible();
  const number = /\d{8}/.exec(await page.getByText(/^Order \d{8}$/).innerText())?.[0] ?? '';
  // No other key of the browser's storage holds the login.
  await page.goto('/billing');
  await expect(page.getByRole('button', { name: 'CHECKOUT' })).toBeVisible();

  const { html } = await mailTo(account.email, `Your Minicia order ${number}`);
  await page.goto(linkTo('keep-order', html));
  await expect(page.getByText('This address has an account. Log in')).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(loginPage);
  await expect(offer(page)).toBeHidden();
  await logIn(page, account);
  await page.getByRole('button', { name: 'Add to My Account' }).click();
  await expect(page).toHaveURL(/\/account\/?$/);
  await expect(page.getByRole('heading', { name: /^Order \d{8}$/ })).toHaveCount(1);
});

test('a guest who loses the session while paying is asked not to pay again', async ({
  page,
  account,
  stripe,
}) => {
  const session = await goToPaymentPage(page, account.email);
  await stripe.pay(session, { outcome: 'paid' });
  await page.context().clearCookies();
  await page.goto('/Faqs');
  await letTokenExpire(page);
  await page.goto(`/stripesuccess?session_id=${session}`);
  await expect(page).toHaveURL(loginPage);
  await expect(
    page.getByText('Then your confirmation comes by e-mail. Please do not pay again.'),
  ).toBeVisible();
  await expect(offer(page)).toBeHidden();
  await expectAccessible(page, { oneWidth: true });
});

test('the offer survives a lost network, a second tab needs none, and for everything but the checkout a guest is not logged in', async ({
  page,
  context,
  account,
}) => {
  await comeAgain(page, { lines });
  await interceptOnce(page, '**/api/auth/guest/', (route) => route.abort());
  await page.goto('/billing');
  const calls = guestCalls(page);
  await offer(page).click();
  await expect(page.getByText('Network error')).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
  const second = await context.newPage();
  await second.goto('/billing');
  await expect(second).toHaveURL(loginPage);
  await offer(page).dblclick();
  await expect(page).toHaveURL(billingPage);
  expect(calls).toHaveLength(2);
  // The other tab finds the guest who began in this one.
  const more = guestCalls(second);
  await offer(second).click();
  await expect(second.getByRole('button', { name: 'CHECKOUT' })).toBeVisible();
  expect(more).toEqual([]);

  await page.goto('/Faqs');
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(loginPage);
  await expect(offer(page)).toBeHidden();
  await page.goto('/account');
  await expect(page).toHaveURL(loginPage);
  await register(page, account);
  await logIn(page, account);
  await expect(page).toHaveURL(/\/account\/?$/);
});
