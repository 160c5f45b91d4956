import { cardsOf } from './listing-cards.ts';
import type { Page } from 'playwright/test';
import { expect, test } from './shop-test.ts';

/** Adds a product from a card, which raises a toast, with the page's clock paused. */
async function raiseToast(page: Page) {
  await page.clock.install();
  await page.goto('/productListing/6');
  const card = cardsOf(page).filter({ hasText: 'Untouchable' }).filter({ hasText: 'Amber' });
  await page.clock.pauseAt(Date.now() + 60_000);
  await card.getByRole('button').click();
  await expect(page.locator('[data-cart-count]')).toHaveText('1');
  // The toast comes after the paint that shows the count.
  await page.clock.runFor(20);
  const message = 'Untouchable Shield Sunglasses, Amber / Brown is in your cart.';
  const toast = page.getByText(message, { exact: true });
  await expect(toast).toBeVisible();
  return { toast, region: page.getByRole('status').filter({ has: toast }) };
}

test('a toast is a green status message that disappears after three seconds @layout', async ({
  page,
}) => {
  const { toast, region } = await raiseToast(page);
  await expect(region).toHaveCount(1);
  await expect(toast.locator('..')).toHaveCSS('background-color', 'rgb(31, 107, 63)');
  await page.clock.runFor(2970);
  await expect(toast).toBeVisible();
  await page.clock.runFor(40);
  await expect(toast).toBeHidden();
});

test('a toast can be closed early', async ({ page }) => {
  const { toast, region } = await raiseToast(page);
  await region.getByRole('button', { name: 'Close message' }).click();
  await expect(toast).toBeHidden();
});
