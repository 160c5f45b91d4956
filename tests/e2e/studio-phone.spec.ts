import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './shop-test.ts';
import { showPlace, workAs } from './studio-orders.ts';

/** Expects no horizontal scrolling. Desktop tests run axe on these states at a phone's width as well. */
async function expectToFit(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond, page.url()).toBeLessThanOrEqual(0);
}

// The whole journeys run at a desk, where their pages are also checked at a phone's width.
test('a marketer’s lists and forms fit a phone, whose camera takes the pictures @phone', async ({
  page,
  sql,
}) => {
  await workAs(page, sql, 'marketer');
  await page.goto('/studio');
  await expect(page.getByRole('region', { name: 'Scheduled' })).toBeVisible();
  await expectToFit(page);
  await page.getByRole('link', { name: 'Import a spreadsheet' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spreadsheets');
  await expectToFit(page);
  await page
    .getByLabel('Spreadsheet and pictures')
    .setInputFiles('netlify/server/spreadsheets/fixtures/shopify-export.csv');
  await expect(page.getByRole('region', { name: 'Missing facts' })).toBeVisible();
  await expectToFit(page);

  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await expect(page.getByRole('row')).not.toHaveCount(0);
  await expectToFit(page);
  await page.getByRole('link', { name: 'New product' }).click();
  const colour = page.locator('.product-colour').first();
  await colour.getByLabel('Colour', { exact: true }).fill('Rust');
  await expect(colour.locator('[data-camera]').first()).toBeVisible();
  await expectToFit(page);
  // Only devices with a camera have its buttons.
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Categories', exact: true }).click();
  await page.getByRole('link', { name: 'Beanies', exact: true }).waitFor();
  await expectToFit(page);
  await page.getByRole('link', { name: 'New collection' }).click();
  const search = page.getByRole('searchbox', { name: 'Search for products to add' });
  await search.fill('Headline Trucker');
  await page.getByRole('button', { name: 'Add: Headline Trucker' }).click();
  await expectToFit(page);

  await showPlace(page, '/studio?pages=own');
  await page.getByRole('link', { name: 'New page' }).click();
  await page.getByLabel('Text 1: text').fill('Measure **above the ears**.');
  await page.getByRole('button', { name: 'Add a quote' }).click();
  await page.getByRole('button', { name: 'Add products' }).click();
  await expect(page.frameLocator('main iframe').locator('strong')).toHaveText('above the ears');
  await expectToFit(page);
  await showPlace(page, '/studio?pages=redirects');
  await page.getByRole('button', { name: 'Add a redirect' }).click();
  await expectToFit(page);

  await showPlace(page, '/studio?pages');
  await expect(page.frameLocator('main iframe').locator('#new-arrivals')).toBeVisible();
  await expectToFit(page);

  await showPlace(page, '/studio?mailing');
  await page.getByRole('button', { name: 'Write a mailing' }).click();
  await page.getByLabel('Heading', { exact: true }).fill('Here they are.');
  await page.getByLabel('Text', { exact: true }).fill('Be **quick**.');
  const preview = page.frameLocator('iframe[aria-hidden="false"]');
  await expect(preview.getByText('quick')).toBeVisible();
  await page.getByRole('combobox', { name: 'Recipients' }).selectOption('Those who have bought');
  await expect(page.getByRole('combobox', { name: 'Sent to' })).toBeVisible();
  await expectToFit(page);
});
