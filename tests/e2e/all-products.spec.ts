import { expectAccessible } from './accessibility.ts';
import { cardsOf, pricesOf, risingPricesOf } from './listing-cards.ts';
import type { Page } from 'playwright/test';
import { expect, test } from './shop-test.ts';

/** Names of the active filters. */
function filtersInForce(page: Page) {
  return page.getByRole('list', { name: 'Active filters' }).getByRole('link');
}

function filtersOf(page: Page) {
  return page.locator('summary').filter({ hasText: 'Filters' });
}

/** Texts, pictures, names and links of a listing's cards, sorted so that their order does not matter. */
async function factsOf(page: Page): Promise<string[]> {
  await expect(cardsOf(page)).toHaveCount(12);
  const facts = await cardsOf(page).evaluateAll((cards) =>
    cards.map((card) => {
      const { dataset } = card.querySelector('button') ?? card;
      const pictures = [...card.querySelectorAll('img, source')].map((picture) =>
        ['alt', 'src', 'srcset', 'sizes'].map((name) => picture.getAttribute(name)),
      );
      const link = card.querySelector('a')?.getAttribute('href');
      return JSON.stringify([link, pictures, dataset.product, dataset.variant, card.textContent]);
    }),
  );
  return facts.toSorted();
}

test('products are listed newest first, and a card reused for another shows nothing of the previous one', async ({
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
  await expect
    .poll(() => pricesOf(page, 12))
    .toEqual([120, 120, 120, 98, 98, 98, 110, 110, 110, 95, 95, 95]);
  const before = await factsOf(page);
  const [first = ''] = await cardsOf(page).allTextContents();
  await sort.selectOption('Price: Low to High');
  await expect(cardsOf(page).first()).not.toHaveText(first);
  await expect.poll(() => factsOf(page)).toEqual(before);
  const picture = cardsOf(page).first().locator('img[data-card-picture]');
  const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(1);
});

test('twelve products are on a page, which fetches only its own; the first use of the controls fetches the whole listing', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/listing/productListing')) calls.push(search);
  });
  await page.goto('/all-products', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products');
  await expect(cardsOf(page)).toHaveCount(12);
  expect(calls).toEqual(['?first=12']);
  const ninth = page.locator('[data-cards] > li:nth-child(9)').getByRole('link');
  await expect(ninth).toHaveAccessibleName(/ on plinths Dress codes are suggestions$/);
  const filters = filtersOf(page);
  await filters.hover();
  await expect.poll(() => calls).toEqual(['?first=12', '']);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(cardsOf(page)).toHaveCount(12);
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute('href', /\/all-products\?page=2$/);
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await sort.selectOption('price-asc');
  await expect(page).toHaveURL(/\?sort=price-asc$/);
  await expect(canonical).toHaveAttribute('href', /\/all-products$/);
  await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', /s$/);
  expect(calls).toHaveLength(2);

  await test.step('Escape closes the filters and returns the focus', async () => {
    await filters.focus();
    await page.keyboard.press('Enter');
    const range = page.getByRole('textbox', { name: 'Price range' });
    await range.focus();
    await page.keyboard.press('Escape');
    await expect(range).toBeHidden();
    await expect(filters).toBeFocused();
  });

  await test.step('in forced colours a select keeps its arrow and the current page is marked', async () => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    const style = await sort.evaluate((select) => {
      const { appearance, backgroundImage } = getComputedStyle(select);
      return { appearance, backgroundImage };
    });
    // Forced colours paint no gradients.
    expect(style).not.toEqual({ appearance: 'none', backgroundImage: 'none, none' });
    const backgroundOf = (name: string) =>
      page
        .getByRole('navigation', { name: 'Pages' })
        .getByRole('link', { name, exact: true })
        .evaluate((link) => getComputedStyle(link).backgroundColor);
    expect(await backgroundOf('Page 1')).not.toBe(await backgroundOf('Page 2'));
  });
});

test('filters and order are shown while the response is pending; a new order starts at page 1, and Back and Forward restore earlier states', async ({
  page,
}) => {
  const answered = Promise.withResolvers<undefined>();
  await page.route('**/api/listing/productListing/', async (route) => {
    await answered.promise;
    await route.continue();
  });
  // One category only: products added by other tests meanwhile are not in it.
  await page.goto('/all-products?category=Women&sort=price-desc');
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  const current = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]');
  await expect(filtersInForce(page)).toHaveText([/Women/]);
  await expect(sort).toHaveValue('price-desc');
  const pieces = page.getByText(/^\d+ pieces$/);
  await expect(pieces).toBeHidden();
  answered.resolve(undefined);
  await expect(pieces).toBeVisible();
  await expect(cardsOf(page).first()).toContainText('£64.00');

  await sort.selectOption('Price: Low to High');
  await expect(page).toHaveURL(/\?category=Women&sort=price-asc$/);
  await expect(cardsOf(page).first()).toContainText('£22.00');
  await risingPricesOf(page, 12);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/\?category=Women&sort=price-asc&page=2$/);
  await expect(current).toHaveText('2');
  const [secondPage = ''] = await cardsOf(page).allTextContents();
  await sort.selectOption('Newest');
  await expect(page).toHaveURL(/\?category=Women$/);
  await expect(current).toHaveText('1');

  await page.goBack();
  await expect(current).toHaveText('2');
  await expect(sort).toHaveValue('price-asc');
  await expect(cardsOf(page).first()).toHaveText(secondPage);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\?category=Women&sort=price-desc$/);
  await expect(sort).toHaveValue('price-desc');
  await expect(cardsOf(page).first()).toContainText('£64.00');
  await page.goForward();
  await expect(cardsOf(page).first()).toContainText('£22.00');
});

test('filters can be removed one by one, and Back restores them; a price includes both bounds, and combines with a category', async ({
  page,
}) => {
  await page.goto('/all-products?category=Women&colour=Red&colour=Green&sort=price-asc&stock=in');
  const inForce = filtersInForce(page);
  const filters = filtersOf(page);
  await expect(inForce).toHaveText([/Women/, /Red/, /Green/, /In stock/]);
  await expect(cardsOf(page)).toHaveCount(7);
  await page.getByRole('link', { name: 'Remove Green' }).click();
  await expect(page).toHaveURL(/\?category=Women&colour=Red&stock=in&sort=price-asc$/);
  await expect(inForce).toHaveText([/Women/, /Red/, /In stock/]);
  await expect(cardsOf(page)).toHaveCount(4);
  await page.goBack();
  await expect(cardsOf(page)).toHaveCount(7);
  await filters.click();
  await expect(page.getByRole('checkbox', { name: /^Green/ })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Show everything' }).click();
  await expect(page).toHaveURL(/\?sort=price-asc$/);
  await expect(cardsOf(page)).toHaveCount(12);

  const range = page.getByRole('textbox', { name: 'Price range' });
  await expect(range).toBeHidden();
  await filters.click();
  await expect(range).toHaveAttribute('placeholder', 'min - max');
  await range.fill('26 - 30');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\?price=26\+-\+30&sort=price-asc$/);
  await expect.poll(async () => new Set(await pricesOf(page, 10))).toEqual(new Set([26, 28, 30]));
  await page.reload();
  await expect(inForce).toHaveText([/£26 to £30/]);
  await expect(cardsOf(page)).toHaveCount(10);

  await filters.click();
  await range.fill('20 to 50');
  await expect(range).toHaveAccessibleDescription(
    'For example 20 - 50 Not used: write it as min - max.',
  );
  await page.keyboard.press('Enter');
  await expect(cardsOf(page), 'a bound that is no number filters nothing').toHaveCount(12);
  await expect(inForce).toHaveCount(0);

  const category = page.getByRole('combobox', { name: 'Category' });
  await filters.click();
  await expect(category.getByRole('option', { name: /^Women \(\d+\)$/ })).toHaveCount(1);
  await category.selectOption('Women');
  await range.fill('50 - 100');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\?category=Women&price=50\+-\+100&sort=price-asc$/);
  await expect.poll(() => pricesOf(page, 7)).toEqual([55, 55, 55, 64, 64, 64, 64]);
  await expect(inForce).toHaveText([/Women/, /£50 to £100/]);
  await page.goBack();
  await expect(cardsOf(page)).toHaveCount(12);
  await page.goForward();
  await filters.click();
  await expect(category).toHaveValue('Women');

  await test.step('a price range without results says so, and one press clears it', async () => {
    await range.fill('1 - 2');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Nothing here.')).toBeVisible();
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Beanies', exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
    await expectAccessible(page, { oneWidth: true });
    await page.getByRole('link', { name: 'Show everything' }).click();
    await expect(page).toHaveURL(/\/all-products\?sort=price-asc$/);
    await expect(cardsOf(page)).toHaveCount(12);
  });
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
