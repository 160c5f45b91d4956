import { cardsOf } from './listing-cards.ts';
import { expect, test } from './shop-test.ts';

test('a toast is a green status message that disappears after three seconds, or can be closed early', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/productListing/6');
  await page.clock.pauseAt(Date.now() + 60_000);
  const card = cardsOf(page).filter({ hasText: 'Untouchable' }).filter({ hasText: 'Amber' });
  const message = 'Untouchable Shield Sunglasses, Amber / Brown is in your cart.';
  const toast = page.getByText(message, { exact: true });
  const region = page.getByRole('status').filter({ has: toast });
  const add = async (count: string) => {
    await card.getByRole('button').click();
    await expect(page.locator('[data-cart-count]')).toHaveText(count);
    // The toast comes after the paint that shows the count.
    await page.clock.runFor(20);
    await expect(toast).toBeVisible();
  };

  await add('1');
  await expect(region).toHaveCount(1);
  await expect(toast.locator('..')).toHaveCSS('background-color', 'rgb(31, 107, 63)');
  await page.clock.runFor(2970);
  await expect(toast).toBeVisible();
  await page.clock.runFor(40);
  await expect(toast).toBeHidden();

  await add('2');
  await region.getByRole('button', { name: 'Close message' }).click();
  await expect(toast).toBeHidden();
});
