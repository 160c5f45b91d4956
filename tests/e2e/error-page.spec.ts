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
