import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { comeAgain } from './browser-state.ts';
import { cardsOf } from './listing-cards.ts';
import { linkTo, mailTo, sendStockAlerts } from './mailbox.ts';
import { scrollTo } from './scrolling.ts';
import { addToCart, expect, test } from './shop-test.ts';

test('the last unit can be added only once', async ({ page }) => {
  await page.goto('/product-details/24');
  await addToCart(page, 'Bottle Green');
  await expect(page.getByText('Only 2 in stock')).toBeVisible();
  await expect(page.getByLabel(/^Quantity/).getByRole('option', { name: '3' })).toBeDisabled();
  await page.getByLabel(/^Quantity/).selectOption('2');
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
  await page.getByRole('link', { name: 'Paid in Full Card Holder' }).first().click();
  await expect(page.getByRole('radio', { name: /Bottle Green.*Out of Stock/ })).toBeVisible();
});

test('a cart with more than the stock is reduced when opened', async ({ page, sql }) => {
  const colour = 'Black';
  await comeAgain(page, { lines: [{ product: 23, colour, quantity: 5 }] });
  await page.goto('/cart');
  await expect(page.getByLabel(/^Quantity/)).toHaveValue('5');
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
    // The stock is not known yet: the label waits for at most a second.
    const label = card.locator('[data-add-text]');
    await expect(label).toHaveCSS('animation-name', 'listing-stock-wait');
    await expect(card.getByRole('button', { name: /^Add to Cart/ })).toBeEnabled();
    await link.focus();
    looked.resolve(undefined);
    await expect(card.getByRole('button', { name: /^Out of Stock/ })).toBeDisabled();
    await expect(label).toHaveCSS('animation-name', 'none');
    await expect(link).toBeFocused();
  } finally {
    await sell(3);
  }
});

/** Finds price and Add To Cart without scrolling, presses the button in the bar below them twice, and scrolls back. */
async function buyFromBar(page: Page): Promise<void> {
  const subject = 'Midnight Shift Rib Beanie, Charcoal';
  const bar = page.getByRole('button', { name: `Add To Cart ${subject}` });
  const button = page.getByRole('button', { name: 'Add To Cart', exact: true });
  await scrollTo(page, 0);
  for (const part of [
    page.getByRole('heading', { level: 1 }),
    page.locator('[data-price]'),
    button,
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  await expect(bar).toBeHidden();
  const { y = 0 } = (await page.getByText('DISCOVER MORE CREATIONS').boundingBox()) ?? {};
  await scrollTo(page, y);
  await expect(bar).toBeVisible();
  await expect(button).not.toBeInViewport();
  await expect(page.getByText(subject, { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: /Forest.*Out of Stock/ }).dispatchEvent('click');
  await expect(page.getByRole('button', { name: /^Out of Stock Midnight/ })).toBeDisabled();
  await page.getByRole('radio', { name: 'Charcoal', exact: true }).dispatchEvent('click');
  await bar.dblclick();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Charcoal', exact: true })).toBeChecked();
}

test('a sold-out colour cannot be added, and a shopper who asks for a stock alert gets it once and finds the colour in stock @phone', async ({
  page,
  sql,
  context,
}) => {
  const email = `waits-${crypto.randomUUID()}@example.com`;
  const colour = sql`color_name = 'Forest' and product_id = (
    select id from products where slug = 'midnight-shift-rib-beanie')`;
  const opener = page.getByRole('button', { name: 'Tell me when it is back' });
  const field = page.getByRole('textbox', { name: 'Email' });
  const said = page.locator('[data-stock-alert] [role="status"]');
  await page.goto('/product-details/9');
  await expect(page.getByRole('button', { name: 'Add To Cart', exact: true })).toBeEnabled();
  await expect(opener).toHaveCount(0);
  await page.getByRole('radio', { name: /Forest.*Out of Stock/ }).check();
  await expect(page).toHaveURL(/colour=\d+/);
  await expect(page.getByRole('button', { name: 'Add To Cart', exact: true })).toBeDisabled();
  await expect(opener).toBeVisible();
  await page.getByRole('radio', { name: 'Charcoal', exact: true }).check();
  await expect(opener).toBeHidden();
  await buyFromBar(page);
  await page.getByRole('radio', { name: /Forest.*Out of Stock/ }).check();

  await opener.press('Enter');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.press('Enter');
  await expect(said).toHaveText('Please enter a valid email.');
  await field.fill('nobody');
  await field.press('Enter');
  await expect(said).toHaveText('Enter a valid email address.');
  await expect(field).toBeFocused();
  await field.fill(email);
  await context.setOffline(true);
  await field.press('Enter');
  await expect(said).toHaveText(/^There is no connection, and nothing was sent/);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Tell Me', exact: true }).dblclick();
  await expect(said).toHaveText(`We will e-mail ${email} once, when it is back.`);
  await expect(said).toBeFocused();
  await expectAccessible(page);

  await sql`update color_variants set quantity = 5 where ${colour}`;
  try {
    await sendStockAlerts();
    const { html } = await mailTo(email, 'Midnight Shift Rib Beanie in Forest is back in stock');
    const [, link = ''] =
      /href="https?:\/\/[^/"]+(\/product-details\/\d+\?colour=\d+)"/.exec(html) ?? [];
    await page.goto(link);
    await expect(page.getByRole('radio', { name: 'Forest', exact: true })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Add To Cart', exact: true })).toBeEnabled();
    await page.goto(linkTo('end-stock-alerts', html));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'End Them' }).click();
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/^No more such e-mails/);
  } finally {
    await sql`update color_variants set quantity = 0 where ${colour}`;
  }
});
