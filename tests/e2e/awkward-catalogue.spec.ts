import type { Page } from 'playwright/test';
import type { Sql } from 'postgres';
import { expectAccessible } from './accessibility.ts';
import { cardsOf } from './listing-cards.ts';
import { phoneScreen } from './phone-screen.ts';
import { expect, test } from './shop-test.ts';

/** Windows from a small phone to a wide desk, in pixels. */
const WIDTHS = [320, 390, 768, 1024, 1440, 1920];

const LONG_NAME =
  'The Extraordinarily Long-Winded Hand-Finished Double-Brimmed Reversible Bucket Hat For Rulebreakers';
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsblau';

interface Shelf {
  category: number;
  product: number;
}

/**
 * Runs a test with its own category of one product in these colours: the second with nine pictures, the
 * others with two or none. Both are added after the build and removed afterwards.
 */
async function withShelf(
  sql: Sql,
  colours: readonly string[],
  run: (shelf: Shelf) => Promise<void>,
): Promise<void> {
  const [shelf] = await sql<Shelf[]>`
    with category as (
      insert into categories (slug, name, position)
      values ('shelf-' || gen_random_uuid(), ${`${LONG_WORD} and More`}, 99) returning id
    )
    insert into products (slug, name, description, price_pence, category_id, created_at)
    select 'long-' || gen_random_uuid(), ${LONG_NAME}, ${`${LONG_WORD} `.repeat(20)}, 9999999, id,
      '2020-01-01'
    from category returning category_id::int as category, id::int as product`;
  if (!shelf) throw new Error('The shelf was not made');
  try {
    for (const [position, colour] of colours.entries()) {
      await sql`
        with colour as (
          insert into color_variants (product_id, color_name, quantity, position)
          values (${shelf.product}, ${colour}, ${position % 5}, ${position}) returning id
        )
        insert into variant_images (variant_id, path, position)
        select id, path, row_number() over (order by path)
        from colour, (
          select distinct path from variant_images where path like '/catalogue/%' order by path
          limit ${position === 1 ? 9 : 2}) picture
        where ${position % 3 < 2}`;
    }
    await run(shelf);
  } finally {
    await sql`delete from color_variants where product_id = ${shelf.product}`;
    await sql`delete from products where id = ${shelf.product}`;
    await sql`delete from categories where id = ${shelf.category}`;
  }
}

/** Expects no horizontal overflow at any width, and no findings of axe on a phone, the narrowest place for long words. */
async function expectToFit(page: Page): Promise<void> {
  const before = page.viewportSize();
  const { height } = before ?? { height: 900 };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height });
    const needed = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(needed, `pixels needed in a window of ${width}`).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize(phoneScreen);
  await expectAccessible(page, { oneWidth: true });
  if (before) await page.setViewportSize(before);
}

test('twenty colours, some sold out, with long names or no pictures, fit every window', async ({
  page,
  sql,
}) => {
  const colours = Array.from({ length: 20 }, (_, number) => `${LONG_WORD} ${number + 1}`);
  await withShelf(sql, colours, async ({ category, product }) => {
    await page.goto(`/product-details/${product}`);
    await expect(page.getByRole('radio')).toHaveCount(20);
    await expect(page.locator('.product-picker').getByText('£99,999.99')).toBeVisible();
    // With three or more pictures, the dots are thumbnails.
    const thumbnails = page.getByRole('button', { name: /^Go to image/ });
    await expect(thumbnails).toHaveCount(9);
    await thumbnails.last().click();
    await expect(thumbnails.last()).toHaveAttribute('aria-current', 'true');
    await expect(thumbnails.last().locator('img')).toBeInViewport({ ratio: 1 });
    await expectToFit(page);
    await page.getByRole('radio', { name: `${LONG_WORD} 2`, exact: true }).check();
    await page.getByRole('button', { name: 'Add To Cart', exact: true }).click();
    // The product's page also has that heading.
    await expect(page).toHaveURL(/\/cart$/);
    await expect(page.getByRole('heading', { name: LONG_NAME })).toBeVisible();
    await expectToFit(page);

    await page.goto(`/productListing/${category}`);
    await expect(cardsOf(page)).toHaveCount(10);
    await expectToFit(page);
    await page.getByRole('button', { name: 'MENU' }).click();
    await expectToFit(page);
  });
});

test('a category of one product shows only that product; without colours it offers none and cannot be added', async ({
  page,
  sql,
}) => {
  const all = 'instrument-sans-latin';
  const faces = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      const files = performance.getEntriesByType('resource').map(({ name }) => name);
      return files.filter((name) => name.includes('.woff2')).join(' ');
    });
  await page.goto('/product-details/14');
  expect(await faces()).toContain('instrument-sans-english');
  expect(await faces()).not.toContain(all);
  await withShelf(sql, ['Ink'], async ({ category, product }) => {
    await page.goto(`/productListing/${category}`);
    await expect(page.getByText('1 piece', { exact: true })).toBeVisible();
    await expect(cardsOf(page)).toHaveCount(1);
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
    await expectToFit(page);
    await test.step('another font is loaded only for letters that English lacks', () =>
      expect.poll(faces).toContain(all));

    await sql`delete from color_variants where product_id = ${product}`;
    await page.goto(`/product-details/${product}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(LONG_NAME);
    await expect(page.getByRole('button', { name: 'Add To Cart', exact: true })).toBeDisabled();
    await expect(page.getByRole('group', { name: /^Colour/ })).toHaveCount(0);
    await expectToFit(page);
  });
});
