import { expectAccessible } from './accessibility.ts';
import { scrollTo } from './scrolling.ts';
import { expect, test } from './shop-test.ts';

test('the home page has a title that fades, New Arrivals, Featured and Shop Now @layout @accessibility', async ({
  page,
}, { project }) => {
  await page.goto('/');
  await test.step('the brand title on the hero fades after 100 pixels and comes back', async () => {
    const title = page.getByRole('heading', { level: 1, name: 'Minicia' });
    await expect(title).toHaveCSS('opacity', '1');
    await expectAccessible(page, { as: 'Home page' });
    await scrollTo(page, 100);
    await expect(title).toHaveCSS('opacity', '1', { timeout: 1 });
    await scrollTo(page, 101);
    await expect(title).toHaveCSS('opacity', '0');
    await expectAccessible(page);
    await scrollTo(page, 0);
    await expect(title).toHaveCSS('opacity', '1');
  });
  await test.step('New Arrivals are four tiles of 550 pixels, in one column or two', async () => {
    const arrivals = page.getByRole('region', { name: 'New Arrivals' });
    await expect(arrivals.getByText('Check out our latest products')).toBeVisible();
    const tiles = arrivals.getByRole('listitem').getByRole('link');
    const names = [
      "Women: Explore Women's Collection",
      "Women: Explore Women's Velvet Collection",
      "Men: Fall Winter 2024 - Men's Collection",
      "Men: Fall Winter 2024 - Men's Collection",
    ];
    await expect(tiles).toHaveCount(names.length);
    for (const [index, name] of names.entries()) {
      await expect(tiles.nth(index)).toHaveAccessibleName(name);
      await expect(tiles.nth(index), 'shows its image only').toHaveText('');
      await expect(tiles.nth(index).locator('img')).toBeVisible();
    }
    const boxes = await tiles.evaluateAll((all) =>
      all.map((tile) => {
        const { x, width, height } = tile.getBoundingClientRect();
        return { x, width, height };
      }),
    );
    const columns = project.name === 'phone' ? [0, 0, 0, 0] : [0, 720, 0, 720];
    const width = project.name === 'phone' ? 390 : 720;
    expect(boxes).toEqual(columns.map((x) => ({ x, width, height: 550 })));
  });
  await test.step('Featured shows the story of the brand beside one picture', async () => {
    const featured = page.getByRole('region', { name: 'Featured' });
    await expect(featured.getByText('The Man. The Myth. The Minicia.')).toBeVisible();
    await expect(featured.getByText(/breaks rules/)).toBeVisible();
    await expect(featured.getByText(/confidence/)).toBeVisible();
    await expect(featured.getByText(/^#\w+$/)).toBeVisible();
    await expect(featured.getByRole('img')).toHaveCount(1);
  });
  await test.step('a tile leads to its collection and Shop Now to all products', async () => {
    await page.getByRole('link', { name: "Women: Explore Women's Velvet Collection" }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Women' })).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'Shop Now' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible();
  });
});
