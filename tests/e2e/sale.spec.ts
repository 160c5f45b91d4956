import { expectAccessible } from './accessibility.ts';
import { comeAgain } from './browser-state.ts';
import { cardsOf } from './listing-cards.ts';
import { addToCart, expect, test } from './shop-test.ts';

test('a sale started after the build applies to the card, the cart and the charge until it ends', async ({
  page,
  sql,
  account,
}) => {
  const glasses = sql`(select id from products where slug = 'halo-round-sunglasses')`;
  await comeAgain(page, { customer: account });
  // The regular price has been charged for long enough.
  await sql`update price_history set noted_at = noted_at - interval '60 days' where product_id = ${glasses}`;
  await sql`
    insert into sale_prices (product_id, price_pence, starts_at, ends_at)
    values (${glasses}, 7600, now(), now() + interval '10 days')`;
  try {
    await page.goto('/productListing/6');
    const card = cardsOf(page).filter({ hasText: 'Halo Round Sunglasses' }).first();
    await expect(card.locator('del')).toHaveText('£95.00');
    await expect(card.locator('p', { has: page.locator('del') })).toHaveText(
      /^Was £95\.00 now £76\.00/,
    );
    await expectAccessible(page);
    const colour = (await card.locator('[data-card-colour]').textContent()) ?? '';
    await card.getByRole('link').click();
    // The product's page was built before the sale, and updates the price in place.
    const price = page.getByRole('main').locator('[data-price]');
    await expect(price).toHaveText(/^Was £95\.00 now £76\.00/);
    await expect(price.locator('del')).toHaveCSS('text-decoration-line', 'line-through');
    await expectAccessible(page);
    await addToCart(page, colour);
    await expect(page.getByText('The price of Halo')).toHaveCount(0);
    await expect(page.locator('[data-line-total]').first()).toHaveText('£76.00');
    await page.getByRole('button', { name: 'CHECKOUT' }).click();
    await expect(page).toHaveURL(/\/billing/);
    await expect(page.getByText('£76.00', { exact: true })).toBeVisible();

    await sql`update sale_prices set ends_at = now() where product_id = ${glasses}`;
    await page.goto('/cart');
    await expect(
      page.getByText(/The price of Halo Round Sunglasses has changed from £76\.00 .*to £95\.00/),
    ).toBeVisible();
    await expect(page.locator('[data-line-total]').first()).toHaveText('£95.00');
  } finally {
    await sql`delete from sale_prices where product_id = ${glasses}`;
  }
});
