import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './shop-test.ts';
import { comeAsStaff } from './studio-orders.ts';

async function expectToFit(page: Page, frames = 0): Promise<void> {
  await expectAccessible(page, { frames });
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond, page.url()).toBeLessThanOrEqual(0);
}

// The whole journeys run at a desk, where their pages are also checked at a phone's width.
test('a marketer’s lists and forms fit a phone, whose camera takes the pictures @phone', async ({
  page,
  sql,
  account,
  loggedErrors,
}) => {
  // The tests add a script to every document; the previews' sandboxes block it like any other.
  loggedErrors.push(/Blocked script execution in/);
  await comeAsStaff(page, sql, account, 'marketer');
  await page.goto('/studio');
  await expect(page.getByRole('region', { name: 'Scheduled' })).toBeVisible();
  await expectToFit(page);
  await page.getByRole('link', { name: 'Import a spreadsheet' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spreadsheets');
  await expectToFit(page);

  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await expect(page.getByRole('row')).not.toHaveCount(0);
  await expectToFit(page);
  await page.getByRole('link', { name: 'New product' }).click();
  const colour = page.locator('.product-colour').first();
  await colour.getByLabel('Colour', { exact: true }).fill('Rust');
  await expect(colour.locator('[data-camera]').first()).toBeVisible();
  await expectToFit(page);

  await page.goto('/studio?pages');
  await expect(page.frameLocator('main iframe').locator('#new-arrivals')).toBeVisible();
  await expectToFit(page, 1);

  await page.goto('/studio?mailing');
  await page.getByRole('button', { name: 'Write a mailing' }).click();
  await page.getByLabel('Heading', { exact: true }).fill('Here they are.');
  await page.getByLabel('Text', { exact: true }).fill('Be **quick**.');
  const preview = page.frameLocator('iframe[aria-hidden="false"]');
  await expect(preview.getByText('quick')).toBeVisible();
  await expectToFit(page, 1);
});
