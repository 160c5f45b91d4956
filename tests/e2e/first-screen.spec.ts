import { scrollTop, untilSwapping } from './in-place.ts';
import { cardsOf } from './listing-cards.ts';
import { scrollTo } from './scrolling.ts';
import { expect, test } from './shop-test.ts';

test('a phone fetches a listing’s lower pictures at the first scroll, and lays out the footer when it comes near @phone', async ({
  page,
}) => {
  await page.goto('/all-products', { waitUntil: 'networkidle' });
  const pictures = cardsOf(page).locator('.frame > img');
  const fetched = () =>
    pictures.evaluateAll(
      (all: HTMLImageElement[]) => all.filter(({ naturalWidth }) => naturalWidth > 1).length,
    );
  const isLaidOut = () =>
    page
      .locator('footer h2')
      .first()
      .evaluate((heading) => heading.checkVisibility({ contentVisibilityAuto: true }));
  expect(await fetched()).toBe(6);
  expect(await isLaidOut()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await expect(pictures.nth(11)).toHaveCSS('display', 'block');
  await page.emulateMedia({ media: null });
  await expect(pictures.nth(11)).toHaveCSS('display', 'none');
  await scrollTo(page, 10);
  await expect.poll(fetched).toBeGreaterThan(6);
  await scrollTo(page, 2500);
  await expect.poll(isLaidOut).toBe(true);
  await page.reload();
  await expect(pictures.nth(11)).toHaveCSS('display', 'block');
});

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
