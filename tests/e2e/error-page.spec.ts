import { expectAccessible } from './accessibility.ts';
import { withOwnProduct } from './own-product.ts';
import { expect, test } from './shop-test.ts';

const heading = { name: 'Unexpected Application Error!' };

test('an unknown URL shows its status, message and stack @layout', async ({ page }) => {
  const answer = await page.goto('/nothing-here');
  expect(answer?.status()).toBe(404);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', heading)).toBeVisible();
  await expect(main.getByText('404 Not Found', { exact: true })).toBeVisible();
  await expect(main.getByText(/^Error: No route matches URL "\/nothing-here"\s+at /)).toBeVisible();
  await expectAccessible(page);
});

test('a crashed component is replaced by the same error', async ({ page, sql, loggedErrors }) => {
  loggedErrors.push(/Network response was not ok/);
  await withOwnProduct(sql, async (id) => {
    await page.route('**/api/listing/liveProducts/**', (route) => route.fulfill({ status: 500 }));
    await page.goto(`/product-details/${id}`);
    const error = page.getByRole('alert').filter({ has: page.getByRole('heading', heading) });
    await expect(error.getByText('500', { exact: true })).toBeVisible();
    await expect(error).toContainText('Network response was not ok');
    await expect(error.getByText(/^ApiError: Network response was not ok\s+at /)).toBeVisible();
    await expectAccessible(page);
  });
});

test('an error of the page’s own script is reported, without the query', async ({
  page,
  loggedErrors,
}) => {
  loggedErrors.push(/broken on purpose/);
  await page.route(
    '**/_astro/*.js',
    async (route) => {
      const response = await route.fetch();
      const broken = 'setTimeout(()=>{throw new TypeError("broken on purpose")})';
      await route.fulfill({ response, body: `${await response.text()}\n;${broken}` });
    },
    { times: 1 },
  );
  const reported = page.waitForRequest('**/api/browser-error');
  await page.goto('/Faqs?email=ada@example.com');
  const request = await reported;
  expect((await request.response())?.status()).toBe(202);
  expect(request.postData()).toMatch(/^TypeError: broken on purpose\n[^]*\/_astro\//);
});
