import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { projectFolder } from '#local/settings.ts';
import { comeAgain } from './browser-state.ts';
import { withOwnProduct } from './own-product.ts';
import { expect, openProduct, test } from './shop-test.ts';

// Every policy violation and every logged error fails these tests.

/** Paths of all pages of the project; arrivals pages are served at the paths of others. */
const addresses = readdirSync(path.join(projectFolder, 'src/pages'), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.astro') && !/^(arrivals|404)/.test(file))
  .map((file) => `/${file.replace(/\.astro$/, '').replace(/^index$/, '')}`)
  .map((address) => address.replace(/\[\w+\]/, '3'));

async function openDrawerAndSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'MENU' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('combobox').fill('beanie');
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}

async function walk(page: Page, paths: readonly string[]): Promise<void> {
  for (const address of paths) {
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if ((await page.getByRole('banner').count()) > 0) await openDrawerAndSearch(page);
  }
}

test('no page violates its policy: an anonymous visitor', async ({ page }) => {
  test.slow();
  expect(addresses).toEqual(expect.arrayContaining(['/', '/billing', '/product-details/3']));
  // Without a session, the payment return redirects to the login.
  await walk(page, [...addresses.filter((address) => address !== '/stripesuccess'), '/no-such']);
});

test('no page violates its policy: a shopper with a cart', async ({ page, account }) => {
  test.slow();
  await comeAgain(page, { lines: [{ product: 8, colour: 'Signal Red' }], customer: account });
  await walk(page, ['/', '/cart', '/billing', '/login', '/product-details/8', '/all-products']);
});

test('nothing that moves, opens or is rendered by a script violates it', async ({ page, sql }) => {
  await openProduct(page, 'Sunglasses', 'Verdict Square Sunglasses');
  await page.getByRole('button', { name: 'Next image' }).click();
  await page.getByRole('radio').last().check();
  await page.goto('/all-products?sort=price-desc&page=2');
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Close message' })).toBeVisible();
  await page.locator('summary').filter({ hasText: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Beanies');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('link', { name: /^Remove Beanies/ })).toBeVisible();
  await page.goto('/Faqs');
  await page.locator('summary').first().click();
  await withOwnProduct(sql, async (id) => walk(page, [`/product-details/${id}`]));
  const [category] = await sql<{ id: string }[]>`
    insert into categories (slug, name, position)
    values ('policy-' || gen_random_uuid(), 'Policy', 99) returning id`;
  try {
    await walk(page, [`/productListing/${category?.id}`]);
  } finally {
    await sql`delete from categories where id = ${category?.id ?? null}`;
  }
});

test('the policy is enforced: foreign scripts and styles do not run', async ({
  page,
  loggedErrors,
}) => {
  loggedErrors.push(
    /^Policy: script-src-elem refuses inline/m,
    /^Policy: script-src-elem refuses https:/m,
    /^Policy: script-src-attr refuses inline/m,
    /^Policy: script-src refuses eval/m,
    /^Policy: style-src-elem refuses inline/m,
    /^Policy: style-src-attr refuses inline/m,
    /violates the following Content Security Policy directive/,
  );
  await page.goto('/cart');
  await page.evaluate(() => {
    Object.assign(window, { ran: [] });
    const script = document.createElement('script');
    script.textContent = 'window.ran.push("inline")';
    const style = document.createElement('style');
    style.textContent = 'body { outline: 9px solid red }';
    const foreign = document.createElement('script');
    foreign.src = 'https://evil.example/x.js';
    const picture = document.createElement('div');
    picture.innerHTML = '<b style="outline: 9px solid red" onclick="window.ran.push(1)">x</b>';
    document.body.append(script, style, foreign, picture);
    picture.querySelector('b')?.click();
  });
  // In a later task, because calls from the test itself bypass the policy.
  const refused = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        setTimeout(() => {
          try {
            // oxlint-disable-next-line no-eval
            resolve(String(window.eval('window.ran.push("eval")')));
          } catch (error) {
            resolve(error instanceof Error ? error.name : '');
          }
        });
      }),
  );
  expect(refused).toBe('EvalError');
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toEqual([]);
  await expect(page.locator('body')).not.toHaveCSS('outline-width', '9px');
  await expect(page.locator('b')).not.toHaveCSS('outline-width', '9px');
});
