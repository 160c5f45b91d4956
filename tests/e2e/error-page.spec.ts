import { expectAccessible } from './accessibility.ts';
import { comeAgain } from './browser-state.ts';
import { expect, interceptOnce, test } from './shop-test.ts';

const heading = { name: 'Unexpected Application Error!' };

test('an unknown URL shows its status, message, stack and ways out', async ({ page }) => {
  const answer = await page.goto('/nothing-here');
  expect(answer?.status()).toBe(404);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', heading)).toBeVisible();
  await expect(main.getByText('404 Not Found', { exact: true })).toBeVisible();
  await expect(main.getByText(/^Error: No route matches URL "\/nothing-here"\s+at /)).toBeVisible();
  for (const way of ['Back to home', 'All Products', 'Women', 'Sunglasses']) {
    await expect(main.getByRole('link', { name: way, exact: true })).toBeVisible();
  }
  await expectAccessible(page);
});

test('a crashed component is replaced by the same error', async ({ page, loggedErrors }) => {
  loggedErrors.push(/broken on purpose/);
  await comeAgain(page, { lines: [{ product: 1, colour: 'Bone', quantity: 2 }] });
  // Prices are formatted with it.
  await page.addInitScript(() => {
    // oxlint-disable-next-line no-extend-native
    Object.defineProperty(String.prototype, 'padStart', {
      value() {
        throw new Error('broken on purpose');
      },
    });
  });
  await page.goto('/cart');
  const error = page.getByRole('alert').filter({ has: page.getByRole('heading', heading) });
  await expect(error.getByText('broken on purpose', { exact: true })).toBeVisible();
  await expect(error.getByText(/^Error: broken on purpose\s+at /)).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
});

test('an error of the page’s own script is reported, without the query', async ({
  page,
  loggedErrors,
}) => {
  loggedErrors.push(/broken on purpose/);
  await interceptOnce(page, '**/_astro/*.js', async (route) => {
    const response = await route.fetch();
    const broken = 'setTimeout(()=>{throw new TypeError("broken on purpose")})';
    await route.fulfill({ response, body: `${await response.text()}\n;${broken}` });
  });
  const reported = page.waitForRequest('**/api/browser-error');
  await page.goto('/Faqs?email=ada@example.com');
  const request = await reported;
  expect((await request.response())?.status()).toBe(202);
  expect(request.postData()).toMatch(/^TypeError: broken on purpose\n[^]*\/_astro\//);
});
