import { expectAccessible } from './accessibility.ts';
import { cardsOf, pricesOf } from './listing-cards.ts';
import type { Page } from 'playwright/test';
import { expect, test } from './shop-test.ts';

/** Names of the active filters. */
function filtersInForce(page: Page) {
  return page.getByRole('list', { name: 'Active filters' }).getByRole('link');
}

function filtersOf(page: Page) {
  return page.locator('summary').filter({ hasText: 'Filters' });
}

test('all products are listed twelve per page, newest first, under a banner @layout', async ({
  page,
}) => {
  await page.goto('/all-products?category=Sunglasses');
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await expect(sort.getByRole('option')).toHaveText([
    'Newest',
    'Price: Low to High',
    'Price: High to Low',
  ]);
  await expect(sort).toHaveValue('newest');
  // Added: Untouchable in March 2026, Side Eye in August 2025, Verdict in March, Halo in 2024.
  expect(await pricesOf(page, 12)).toEqual([120, 120, 120, 98, 98, 98, 110, 110, 110, 95, 95, 95]);
  await page.goto('/all-products');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products');
  await expect(cardsOf(page)).toHaveCount(12);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(cardsOf(page)).toHaveCount(12);
});

test('in forced colours a select keeps its arrow and the current page stands out', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto('/all-products');
  const sort = await page.getByRole('combobox', { name: 'Sort by' }).evaluate((select) => {
    const { appearance, backgroundImage } = getComputedStyle(select);
    return { appearance, backgroundImage };
  });
  // Forced colours paint no gradients.
  expect(sort).not.toEqual({ appearance: 'none', backgroundImage: 'none, none' });
  const backgroundOf = (name: string) =>
    page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name, exact: true })
      .evaluate((link) => getComputedStyle(link).backgroundColor);
  expect(await backgroundOf('Page 1')).not.toBe(await backgroundOf('Page 2'));
});

test('a new sort order starts at page 1, and Back and Forward restore earlier states', async ({
  page,
}) => {
  // One category only: products added by other tests meanwhile are not in it.
  await page.goto('/all-products?category=Women');
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  const current = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]');
  await sort.selectOption('Price: Low to High');
  await expect(page).toHaveURL(/\?category=Women&sort=price-asc$/);
  await expect(cardsOf(page).first()).toContainText('£22.00');
  const prices = await pricesOf(page, 12);
  expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/\?category=Women&sort=price-asc&page=2$/);
  await expect(current).toHaveText('2');
  const [secondPage = ''] = await cardsOf(page).allTextContents();
  await sort.selectOption('Price: High to Low');
  await expect(page).toHaveURL(/\?category=Women&sort=price-desc$/);
  await expect(current).toHaveText('1');
  await expect(cardsOf(page).first()).toContainText('£64.00');

  await page.goBack();
  await expect(current).toHaveText('2');
  await expect(sort).toHaveValue('price-asc');
  await expect(cardsOf(page).first()).toHaveText(secondPage);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\?category=Women$/);
  await expect(sort).toHaveValue('newest');
  await page.goForward();
  await expect(cardsOf(page).first()).toContainText('£22.00');
});

test('a price filter includes both bounds', async ({ page }) => {
  await page.goto('/all-products?page=3');
  const range = page.getByRole('textbox', { name: 'Price range' });
  await expect(range).toBeHidden();
  const filters = filtersOf(page);
  await filters.click();
  await expect(range).toHaveAttribute('placeholder', 'min - max');
  await expectAccessible(page);
  await range.fill('26 - 30');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\?price=26\+-\+30$/);
  expect(new Set(await pricesOf(page, 10))).toEqual(new Set([26, 28, 30]));
  await page.reload();
  await expect(filtersInForce(page)).toHaveText([/£26 to £30/]);
  await expect(cardsOf(page)).toHaveCount(10);
  await expectAccessible(page);

  await filters.click();
  await range.fill('cheap - 30');
  await page.keyboard.press('Enter');
  await expect(cardsOf(page), 'a bound that is no number filters nothing').toHaveCount(12);
  await expect(filtersInForce(page)).toHaveCount(0);
});

test('filters combine categories and a price', async ({ page }) => {
  await page.goto('/all-products?sort=price-desc');
  const category = page.getByRole('combobox', { name: 'Category' });
  await filtersOf(page).click();
  await expect(category.getByRole('option', { name: /^Women \(\d+\)$/ })).toHaveCount(1);
  await category.selectOption('Women');
  await page.getByRole('textbox', { name: 'Price range' }).fill('50 - 100');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\?category=Women&price=50\+-\+100&sort=price-desc$/);
  expect(await pricesOf(page, 7)).toEqual([64, 64, 64, 64, 55, 55, 55]);
  await expect(filtersInForce(page)).toHaveText([/Women/, /£50 to £100/]);
  await page.goBack();
  await expect(cardsOf(page)).toHaveCount(12);
  await page.goForward();
  await filtersOf(page).click();
  await expect(category).toHaveValue('Women');
});

test('filters combine colours and stock, with counts @layout', async ({ page }) => {
  await page.goto('/all-products');
  await filtersOf(page).click();
  const form = page.locator('form').filter({ has: page.getByRole('group', { name: 'Colour' }) });
  const preview = form.getByRole('status');
  await form.getByRole('checkbox', { name: /^Purple/ }).check();
  await expect(preview).toHaveText('1 piece');
  await form.getByRole('checkbox', { name: /^Pink/ }).check();
  await expect(preview).toHaveText('5 pieces');
  await expect(form.getByRole('checkbox', { name: 'In stock only 2' })).toBeVisible();
  await form.getByRole('checkbox', { name: /^In stock only/ }).check();
  await expect(preview).toHaveText('2 pieces');
  await expect(form.getByRole('checkbox', { name: 'Pink 2' })).toBeChecked();
  await expect(form.getByRole('checkbox', { name: 'Purple 0' })).toBeChecked();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\?colour=Pink&colour=Purple&stock=in$/);
  await expect(cardsOf(page)).toHaveCount(2);
  await expect(page.getByText('2 pieces', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(filtersInForce(page).last()).toBeInViewport({ ratio: 1 });
  await expect(filtersOf(page)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Out of Stock' })).toHaveCount(0);
  await expectAccessible(page);
});

test('filters can be removed one by one, and Back restores them @layout', async ({ page }) => {
  await page.goto('/all-products?category=Women&colour=Red&colour=Green&sort=price-asc&stock=in');
  const inForce = filtersInForce(page);
  await expect(inForce).toHaveText([/Women/, /Red/, /Green/, /In stock/]);
  await expect(cardsOf(page)).toHaveCount(7);
  await page.getByRole('link', { name: 'Remove Green' }).click();
  await expect(page).toHaveURL(/\?category=Women&colour=Red&stock=in&sort=price-asc$/);
  await expect(inForce).toHaveText([/Women/, /Red/, /In stock/]);
  await expect(cardsOf(page)).toHaveCount(4);
  await page.goBack();
  await expect(cardsOf(page)).toHaveCount(7);
  await filtersOf(page).click();
  await expect(page.getByRole('checkbox', { name: /^Green/ })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Show everything' }).click();
  await expect(page).toHaveURL(/\?sort=price-asc$/);
  await expect(cardsOf(page)).toHaveCount(12);
});

test('the first page fetches only its own products; the first use of the controls fetches the whole listing', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/listing/productListing')) calls.push(search);
  });
  await page.goto('/all-products', { waitUntil: 'networkidle' });
  expect(calls).toEqual(['?first=12']);
  await filtersOf(page).hover();
  await expect.poll(() => calls).toEqual(['?first=12', '']);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price-asc');
  await expect(page).toHaveURL(/\?sort=price-asc$/);
  expect(calls).toHaveLength(2);
});

test('while the response is pending, the page already shows the new filters', async ({ page }) => {
  const answered = Promise.withResolvers<undefined>();
  await page.route('**/api/listing/productListing/', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.goto('/all-products?category=Women&sort=price-desc');
  await expect(filtersInForce(page)).toHaveText([/Women/]);
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price-desc');
  await expect(page.getByText(/^\d+ pieces$/)).toBeHidden();
  answered.resolve(undefined);
  await expect(page.getByText(/^\d+ pieces$/)).toBeVisible();
});

test('a price range without results says so, and one press clears it', async ({ page }) => {
  await page.goto('/all-products?price=1+-+2');
  await expect(page.getByText('Nothing here.')).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Beanies', exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show everything' }).click();
  await expect(page).toHaveURL(/\/all-products\/?$/);
  await expect(cardsOf(page)).toHaveCount(12);
});

test('Escape closes the filters and returns the focus @layout', async ({ page }) => {
  await page.goto('/all-products');
  const filters = filtersOf(page);
  await filters.focus();
  await page.keyboard.press('Enter');
  const range = page.getByRole('textbox', { name: 'Price range' });
  await range.focus();
  await page.keyboard.press('Escape');
  await expect(range).toBeHidden();
  await expect(filters).toBeFocused();
});

test('late fonts cause no layout shift @phone', async ({ page }) => {
  const { promise: painted, resolve: go } = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await painted;
    await route.continue();
  });
  await page.goto('/all-products', { waitUntil: 'commit' });
  await expect(cardsOf(page).first()).toBeVisible();
  const names = [
    'Arial',
    'Liberation Sans',
    'Roboto-Regular',
    'Noto Sans Regular',
    'Open Sans Regular',
  ];
  const hasFallback = await page.evaluate(
    (sources) =>
      new FontFace('probe', sources).load().then(
        () => true,
        () => false,
      ),
    names.map((name) => `local('${name}')`).join(', '),
  );
  test.skip(!hasFallback, 'This machine has none of the fallbacks');
  const shifts = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value);
        }).observe({ type: 'layout-shift', buffered: true });
        document.fonts.addEventListener('loadingdone', () =>
          requestAnimationFrame(() => setTimeout(() => resolve(sum), 100)),
        );
      }),
  );
  go();
  expect(await shifts).toBeLessThan(0.01);
});
