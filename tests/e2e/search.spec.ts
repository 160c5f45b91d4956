import { expectAccessible } from './accessibility.ts';
import { cardsOf } from './listing-cards.ts';
import type { Page } from 'playwright/test';
import { expect, test } from './shop-test.ts';

async function openSearch(page: Page) {
  await page.goto('/Faqs');
  await page.getByRole('button', { name: 'Search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  return { dialog, box: dialog.getByRole('combobox', { name: 'What are you looking for?' }) };
}

test('the search box opens with the focus in it, and Escape gives the focus back', async ({
  page,
}) => {
  const { dialog, box } = await openSearch(page);
  await expect(box).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Search' })).toBeFocused();
});

test('words typed are found in names, colours and categories, and the arrows choose', async ({
  page,
}) => {
  const { dialog, box } = await openSearch(page);
  await box.pressSequentially('beret noir');
  await expect(dialog.getByRole('status')).toHaveText('1 piece found');
  await box.fill('sunglasses black');
  const options = dialog.getByRole('option');
  await expect(options).toHaveText([
    /Untouchable Shield Sunglasses, Smoke \/ Black\s*£120\.00/,
    /Side Eye Slim Sunglasses, Black\s*£98\.00/,
    /Verdict Square Sunglasses, Black\s*£110\.00/,
  ]);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('option', { selected: true })).toHaveText(/Side Eye/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Side Eye Slim Sunglasses');
  await expect(page.getByRole('radio', { name: 'Black' })).toBeChecked();
});

test('Enter shows everything that was found, and it can be let go', async ({ page }) => {
  const { dialog, box } = await openSearch(page);
  await box.fill('beret');
  await expect(dialog.getByRole('option')).toHaveCount(4);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/all-products\/?\?q=beret$/);
  await expect(cardsOf(page)).toHaveCount(4);
  await expect(page.getByText('Showing “beret”')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show everything' }).click();
  await expect(cardsOf(page)).toHaveCount(12);
});

test('a search that finds nothing, or nobody answers, says so', async ({ page }) => {
  const { dialog, box } = await openSearch(page);
  await page.route('**/api/listing/productListing/', (route) => route.abort(), { times: 1 });
  await box.fill('b');
  await expect(dialog.getByRole('status')).toHaveText('Error: Network error');
  await box.fill('no such thing');
  await expect(dialog.getByRole('status')).toHaveText('Nothing found');
  await expect(dialog.getByRole('listbox')).toBeHidden();
});
