import { expectAccessible } from './accessibility.ts';
import { comeAgain } from './browser-state.ts';
import { cardsOf } from './listing-cards.ts';
import { addToCart, expect, test } from './shop-test.ts';

test('a sale started after the build applies to the card, the cart and the charge until it ends', async ({
  page,
  sql,
  account,
}) => {
  const bucket = sql`(select id from products where slug = 'backroom-quilted-bucket')`;
  await comeAgain(page, { customer: account });
  // The regular price has been charged for long enough.
  await sql`update price_history set noted_at = noted_at - interval '60 days' where product_id = ${bucket}`;
  await sql`
    insert into sale_prices (product_id, price_pence, starts_at, ends_at)
    values (${bucket}, 4160, now(), now() + interval '10 days')`;
  try {
    await page.goto('/productListing/3');
    const card = cardsOf(page).filter({ hasText: 'Backroom Quilted Bucket' }).first();
    await expect(card.locator('del')).toHaveText('£52.00');
    await expect(card.locator('p', { has: page.locator('del') })).toHaveText(
      /^Was £52\.00 now £41\.60/,
    );
    await expectAccessible(page);
    const colour = (await card.locator('[data-card-colour]').textContent()) ?? '';
    await card.getByRole('link').click();
    // The product's page was built before the sale, and updates the price in place.
    const price = page.getByRole('main').locator('[data-price]');
    await expect(price).toHaveText(/^Was £52\.00 now £41\.60/);
    await expect(price.locator('del')).toHaveCSS('text-decoration-line', 'line-through');
    await expectAccessible(page);
    await addToCart(page, colour);
    await expect(page.getByText('The price of Backroom')).toHaveCount(0);
    await expect(page.locator('[data-line-total]').first()).toHaveText('£41.60');
    await page.getByRole('button', { name: 'CHECKOUT' }).click();
    await expect(page).toHaveURL(/\/billing/);
    await expect(page.getByText('£41.60', { exact: true })).toBeVisible();

    await sql`update sale_prices set ends_at = now() where product_id = ${bucket}`;
    await page.goto('/cart');
    await expect(
      page.getByText(/The price of Backroom Quilted Bucket has changed from £41\.60 .*to £52\.00/),
    ).toBeVisible();
    await expect(page.locator('[data-line-total]').first()).toHaveText('£52.00');
  } finally {
    await sql`delete from sale_prices where product_id = ${bucket}`;
  }
});
