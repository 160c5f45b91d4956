import { z } from 'zod';
import { expectAccessible } from './accessibility.ts';
import { cardsOf } from './listing-cards.ts';
import type { Page } from 'playwright/test';
import { withOwnProduct } from './own-product.ts';
import { expect, test } from './shop-test.ts';

async function openSearch(page: Page) {
  await page.goto('/Faqs');
  await page.getByRole('button', { name: 'Search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  return { dialog, box: dialog.getByRole('combobox', { name: 'What are you looking for?' }) };
}

test('the search box opens with focus; words find products by name, colour and category despite typos, and the arrow keys select', async ({
  page,
}) => {
  const { dialog, box } = await openSearch(page);
  const options = dialog.getByRole('option');
  await expect(box).toBeFocused();
  await expectAccessible(page);

  await test.step('after typing, Escape closes the results, and then the search', async () => {
    await box.pressSequentially('beret noir');
    await expect(dialog.getByRole('status')).toHaveText('1 piece found, press Enter to see all');
    await expect(options).toHaveText([/Velvet Collection Beret\s*Noir\s*£46\.00/]);
    await expect(options).toHaveAccessibleName(
      'Velvet Collection Beret Noir £46.00 £48.76 with tax',
    );
    await expect(options.locator('img')).toHaveAttribute('src', /velvet-collection-beret.*noir/);
    await page.keyboard.press('Escape');
    await expect(options).toHaveCount(0);
    await expect(box).toHaveValue('beret noir');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Search' })).toBeFocused();
  });

  await page.keyboard.press('Enter');
  // Other spellings: src/domain/search/search.test.ts.
  await box.fill('velvit scraf');
  await expect(options).toHaveText([/Velvet Collection Scarf/]);
  await box.fill('sunglasses black');
  await expect(options).toHaveCount(3);
  await expectAccessible(page);
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('option', { selected: true })).toHaveText(
    /Side Eye Slim Sunglasses\s*Black\s*£98\.00/,
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Side Eye Slim Sunglasses');
  await expect(page.getByRole('radio', { name: 'Black' })).toBeChecked();
});

test('a failed search says so, one without results offers alternatives, and Enter shows all results at a URL, which filters narrow', async ({
  page,
}) => {
  await page.route('**/search.json', (route) => route.abort());
  const { dialog, box } = await openSearch(page);
  await box.fill('b');
  await expect(dialog.getByRole('status')).toHaveText('Error: Network error');
  await expectAccessible(page, { oneWidth: true });
  await page.unroute('**/search.json');
  await box.fill('no such thing');
  await expect(dialog.getByRole('status')).toHaveText(
    'Nothing found. Try another word, or one of these:',
  );
  await expect(dialog.getByRole('listbox')).toBeHidden();
  await expect(dialog.getByRole('link', { name: 'Beanies' })).toBeVisible();

  await box.fill('beret');
  await expect(dialog.getByRole('status')).toHaveText('4 pieces found, press Enter to see all');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/all-products\/?\?q=beret$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“beret”');
  await expect(cardsOf(page)).toHaveCount(4);
  await expect(page.getByRole('link', { name: 'Remove “beret”' })).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
  await page.getByRole('link', { name: 'Show everything' }).click();
  await expect(cardsOf(page)).toHaveCount(12);

  await page.goto('/all-products?q=velvet&colour=Red&sort=price-asc');
  await expect(cardsOf(page)).toHaveCount(3);
  await page.goto('/all-products?q=no+such+thing');
  await expect(page.getByText('Nothing here.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sunglasses' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sunglasses');
});

test('a product that opens while a listing is shown joins it, can be found and has a page', async ({
  page,
  sql,
}) => {
  await withOwnProduct(sql, async (id) => {
    // The listing is loaded twice, because the product must not open while a slow machine loads it for the first time.
    await page.goto('/all-products');
    await expect(cardsOf(page)).toHaveCount(12);
    await sql`
      update products set visible_from = now() + interval '8 seconds' where id = ${id}`;
    const early = await page.request.get(`/product-details/${id}`);
    expect(early.status()).toBe(404);
    await page.reload();
    const card = page.getByRole('link', { name: 'Lone Picture Cap Pictured' });
    await expect(cardsOf(page)).toHaveCount(12);
    await expect(card).toHaveCount(0);
    // The page is not reloaded.
    await expect(card).toBeVisible();
    const { box, dialog } = await openSearch(page);
    await box.fill('lone picture');
    await expect(dialog.getByRole('status')).toHaveText('2 pieces found, press Enter to see all');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Lone Picture Cap' })).toBeVisible();
    expect(await (await page.request.get('/sitemap.xml')).text()).toContain(
      `/product-details/${id}<`,
    );
  });
});

const SearchFile = z.object({ categories: z.unknown(), products: z.array(z.unknown()) });

test('a large shop suggests products of its first file at once, and adds others below', async ({
  page,
}) => {
  const { categories, products } = SearchFile.parse(
    await (await page.request.get('/search.json')).json(),
  );
  const beret = products.findIndex((row) => String(row).includes('Velvet Collection Beret'));
  const others = products.splice(beret, 1);
  const asked = Promise.withResolvers<undefined>();
  const late = Promise.withResolvers<undefined>();
  let typed = false;
  await page.route('**/search.json', (route) =>
    route.fulfill({ json: { categories, more: 1, products } }),
  );
  await page.route('**/search/1.json', async (route) => {
    expect(typed).toBe(true);
    asked.resolve(undefined);
    await late.promise;
    await route.fulfill({ json: { categories, products: others } });
  });
  const { dialog, box } = await openSearch(page);
  const options = dialog.getByRole('option');
  await expect(box).toBeFocused();
  typed = true;
  await box.pressSequentially('velvet');
  await asked.promise;
  await expect(dialog.getByRole('status')).toHaveText('Press Enter to see all');
  const early = await options.allTextContents();
  expect(early.length).toBeGreaterThan(0);
  expect(early.join('')).not.toContain('Beret');
  late.resolve(undefined);
  await expect(dialog.getByRole('status')).toHaveText(/^\d+ pieces found, press Enter to see all$/);
  expect(await options.allTextContents()).toEqual([...early, expect.stringContaining('Beret')]);
});
