import { comeAgain, filledForm, letTokenExpire, tokenIn } from './browser-state.ts';
import { expect, test } from './shop-test.ts';

const loginPage = /\/login\/?$/;

test('a shopper who pays after the access token has expired gets the thank-you page, not the login', async ({
  page,
  stripe,
  account,
}) => {
  const lines = [{ product: 15, colour: 'Honey' }];
  await comeAgain(page, { lines, customer: account, form: true });
  await page.goto('/billing');
  await page.getByRole('button', { name: 'CHECKOUT' }).waitFor();
  const old = await letTokenExpire(page);
  await page.getByRole('button', { name: 'CHECKOUT' }).click();
  await expect(page).toHaveURL(/\/c\/pay\/cs_test_/);
  const [session = ''] = /cs_test_\w+/.exec(page.url()) ?? [];
  await stripe.pay(session, { outcome: 'paid' });
  await page.goto('/Faqs');
  await letTokenExpire(page);
  await page.goto(`/stripesuccess?session_id=${session}`);
  await expect(page.getByRole('heading', { name: 'Thank You for Shopping!' })).toBeVisible();
  expect((await tokenIn(page)).access).not.toBe(old);
});

test('no page renews a login that the server rejects', async ({ page }) => {
  const token = { id: 'someone', access: 'x.eyJleHAiOjF9.x' };
  await comeAgain(page, { token });
  const renewals: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/auth/refresh')) renewals.push(response.status());
  });
  await page.goto('/billing');
  await expect(page).toHaveURL(loginPage);
  await page.goto('/billing');
  await expect(page).toHaveURL(loginPage);
  // Once, by the first page; a refused renewal is not repeated.
  expect(renewals).toEqual([401]);
});

for (const [off, days] of [
  ['behind', -40],
  ['ahead', 40],
] as const) {
  test(`a device whose clock is 40 days ${off} stays logged in, and renews the login once`, async ({
    page,
    account,
  }) => {
    await comeAgain(page, { customer: account });
    await page.clock.setSystemTime(Date.now() + days * 86_400_000);
    const renewals: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/auth/refresh')) renewals.push(response.status());
    });
    for (const path of ['/Faqs', '/account']) {
      await page.goto(path, { waitUntil: 'networkidle' });
    }
    await expect(page.getByText('No orders yet.')).toBeVisible();
    expect(renewals).toEqual([200]);
  });
}

test('logging out ends the login on the server and in other tabs, and leaves the cart but no personal data', async ({
  page,
  context,
  account,
}) => {
  const lines = [{ product: 1, colour: 'Bone' }];
  await comeAgain(page, { customer: account, form: true, lines });
  await page.goto('/account');
  await expect(page.getByText('No orders yet.')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/account');
  await expect(other.getByText('No orders yet.')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('billingInfoId', '7'));
  const { access } = await tokenIn(page);
  // An event of another tab does not divert the page on its way home.
  await page.getByRole('button', { name: 'Log Out' }).evaluate((button: HTMLElement) => {
    button.click();
    window.dispatchEvent(new StorageEvent('storage', { key: 'unfinishedPayment' }));
  });
  await expect(page.getByText('You are logged out.')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(other).toHaveURL(loginPage);
  // The page does not wait for the call.
  const headers = { authorization: `Bearer ${access}` };
  await expect
    .poll(async () => (await page.request.get('/api/account/orders', { headers })).status())
    .toBe(401);
  await expect.poll(() => page.context().cookies()).toEqual([]);
  const left = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  for (const personal of ['billingFormData', 'billingInfoId', ...Object.values(filledForm)]) {
    if (personal !== filledForm.country) expect(left).not.toContain(personal);
  }
});

test('two tabs with an expired login renew it once, and both continue', async ({
  page,
  context,
  account,
}) => {
  await comeAgain(page, { customer: account });
  await page.goto('/Faqs');
  await letTokenExpire(page);
  const other = await context.newPage();
  const renewals: number[] = [];
  context.on('response', (response) => {
    if (response.url().includes('/api/auth/refresh')) renewals.push(response.status());
  });
  await Promise.all([page.goto('/account'), other.goto('/account')]);
  for (const tab of [page, other]) await expect(tab.getByText('No orders yet.')).toBeVisible();
  expect(renewals).toEqual([200]);
});
