import { cardsOf } from './listing-cards.ts';
import { addToCart, expect, openProduct, test } from './shop-test.ts';

test('a sold-out colour says so and cannot be added', async ({ page }) => {
  await openProduct(page, 'Bucket Hats', 'Rulebreaker Canvas Bucket');
  await page.getByRole('radio', { name: /Clay.*Out of Stock/ }).check();
  await expect(page).toHaveURL(/colour=\d+/);
  await expect(page.getByRole('button', { name: 'Add To Cart', exact: true })).toBeDisabled();
});

test('the last unit can be added once and no more', async ({ page }) => {
  await openProduct(page, 'Men', 'Paid in Full Card Holder');
  await addToCart(page, 'Bottle Green');
  await expect(page.getByText('Only 2 in stock')).toBeVisible();
  await expect(page.getByLabel(/^Quantity/).getByRole('option', { name: '3' })).toBeDisabled();
  await page.getByLabel(/^Quantity/).selectOption('2');
  await page.getByRole('link', { name: 'Paid in Full Card Holder' }).first().click();
  await expect(page.getByRole('radio', { name: /Bottle Green.*Out of Stock/ })).toBeVisible();
});

test('a cart with more than is left is reduced when it is opened', async ({ page, sql }, {
  project,
}) => {
  const colour = project.name === 'phone' ? 'Espresso' : 'Black';
  await openProduct(page, 'Men', 'Last Word Leather Belt');
  await addToCart(page, colour);
  await page.getByLabel(/^Quantity/).selectOption('5');
  const belt = sql`(select id from products where slug = 'last-word-leather-belt')`;
  await sql`update color_variants set quantity = 2 where product_id = ${belt} and color_name = ${colour}`;
  await page.reload();
  await expect(page.getByLabel(/^Quantity/)).toHaveValue('2');
  await expect(page.getByText('Only 2 in stock')).toBeVisible();
  await sql`update color_variants set quantity = 0 where product_id = ${belt} and color_name = ${colour}`;
  await page.reload();
  await expect(page.getByText('Nothing in here yet.')).toBeVisible();
});

test('a card that sold out since the build says so in place, and keeps the focus', async ({
  page,
  sql,
}) => {
  const belt = sql`(select id from products where slug = 'last-word-leather-belt')`;
  const sell = (left: number) =>
    sql`update color_variants set quantity = ${left} where product_id = ${belt} and color_name = 'Cognac'`;
  const looked = Promise.withResolvers<undefined>();
  await page.route('**/api/listing/**', async (route) => {
    await looked.promise;
    await route.continue();
  });
  await sell(0);
  try {
    await page.goto('/productListing/2');
    const card = cardsOf(page).filter({ hasText: 'Last Word' }).filter({ hasText: 'Cognac' });
    const link = card.getByRole('link');
    await expect(card.getByRole('button', { name: /^Add to Cart/ })).toBeEnabled();
    await link.focus();
    looked.resolve(undefined);
    await expect(card.getByRole('button', { name: /^Out of Stock/ })).toBeDisabled();
    await expect(link).toBeFocused();
  } finally {
    await sell(3);
  }
});
