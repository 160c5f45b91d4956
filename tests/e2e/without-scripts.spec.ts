import { expect, test } from './shop-test.ts';

test.use({ javaScriptEnabled: false });

test('without JavaScript a shopper reaches a product on page 2, chooses its colour, reads what needs scripts, and no form puts input into a URL', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Shop Now' }).click();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/pages\/all-products\?page=2$/);
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  // By selector, because Playwright treats the content of noscript elements as invisible.
  const told = page.locator('main noscript > p');
  await expect(told).toBeVisible();
  await expect(told).toHaveText(/Add to Cart and the cart need JavaScript/);
  const cards = page.getByRole('main').locator('.card-grid > [data-card]');
  await expect(cards).toHaveCount(12);
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0);

  await page.getByLabel('Sort by').selectOption('Price: Low to High');
  await page.locator('noscript button').click();
  await expect(page).toHaveURL(/sort=price-asc/);
  await expect(page.getByLabel('Sort by')).toHaveValue('price-asc');
  await page.getByRole('group').getByText('Filters').click();
  await page.getByLabel('Black').check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/colour=Black/);
  await page.getByRole('link', { name: 'Show everything' }).click();
  await expect(page).toHaveURL(/\/all-products$/);

  await cards.first().getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Add To Cart', exact: true })).toBeDisabled();
  await expect(told).toHaveText(/This needs JavaScript/);
  await test.step('the radios switch the pictures and the colour name', async () => {
    await page.goto('/product-details/17');
    const colours = page.getByRole('group', { name: /^Colour/ });
    const pictures = page.getByRole('img', { name: /^Velvet Collection Scarf in \w+$/ });
    await expect(pictures).toHaveAccessibleName('Velvet Collection Scarf in Bordeaux');
    await colours.getByRole('radio', { name: 'Emerald', exact: true }).check();
    await expect(pictures).toHaveAccessibleName('Velvet Collection Scarf in Emerald');
    await expect(colours).toHaveAccessibleName('Colour: Emerald');
    await expect(page.getByRole('button', { name: 'Add To Cart', exact: true })).toBeDisabled();
  });
  await page.getByRole('link', { name: 'Cart', exact: true }).click();
  await expect(told).toHaveText(/This page needs JavaScript/);
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(told).toHaveText(/This page needs JavaScript/);
  await page.getByLabel('Username').first().fill('ada');
  await page.getByLabel('Password', { exact: true }).first().fill('correct horse');
  await page.getByLabel('Password', { exact: true }).first().press('Enter');
  await expect(page).toHaveURL(/\/login$/);

  await page.goto('/launch');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Request' }).click();
  await expect(page.getByRole('heading', { name: 'Subscribed successfully!' })).toBeVisible();
  expect(page.url()).not.toContain('ada');
});
