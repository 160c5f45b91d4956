import { scrollTop, untilSwapping } from './in-place.ts';
import { scrollTo } from './scrolling.ts';
import { expect, test } from './shop-test.ts';

test('a phone keeps the position of a page that is reloaded further down or left and restored by Back @phone', async ({
  page,
}) => {
  await page.goto('/');
  await untilSwapping(page);
  await scrollTo(page, 2500);
  await page.reload();
  await expect.poll(() => scrollTop(page)).toBe(2500);
  await untilSwapping(page);
  await scrollTo(page, 0);
  await page.getByRole('link', { name: 'Shop Now' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Shop Now' })).toBeInViewport();
});

test('scrolls to a fragment below the first screen @phone', async ({ page }) => {
  await page.goto('/#featured');
  await expect(page.getByRole('heading', { name: 'Featured' })).toBeInViewport();
});
