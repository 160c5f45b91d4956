import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './shop-test.ts';
import { showPlace, workAs } from './studio-orders.ts';

test('a marketer makes a collection by hand, edits its draft, publishes it, makes it a rule; a category with products leaves only once they have another one', async ({
  page,
  sql,
  loggedErrors,
}) => {
  // The tests add a script to every document; the preview's sandbox blocks it like any other.
  loggedErrors.push(/Blocked script execution in 'about:blank'/);
  await workAs(page, sql, 'marketer');
  const name = `Autumn Drop ${randomUUID().slice(0, 8)}`;
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const publish = async () => {
    await page.getByRole('button', { name: 'Publish now' }).click();
    await expect(page.getByText('What it did')).toBeVisible();
  };
  const save = page.getByRole('button', { name: 'Save as a draft' });
  const preview = page.frameLocator('iframe');
  try {
    await page.goto('/studio?catalogue=categories');
    await page.getByRole('link', { name: 'Beanies', exact: true }).waitFor();
    await expectAccessible(page);
    const names = page.getByRole('list', { name: 'Categories' }).locator('.sorted-name');
    const before = await names.allTextContents();
    const [first = '', second = ''] = before;
    const later = page.getByRole('button', { name: `Later: ${first}`, exact: true });
    await later.focus();
    await page.keyboard.press('Enter');
    await expect(names.first()).toHaveText(second);
    await expect(later).toBeFocused();
    await page.getByRole('button', { name: 'Undo all moves' }).click();
    await expect(names).toHaveText(before);

    // The preview is the page in the shop, with its products.
    await page.getByRole('link', { name: 'Beanies', exact: true }).click();
    await expect(preview.locator('[data-card]').first()).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill('Warm Beanies');
    await expect(preview.locator('h1')).toHaveText('Warm Beanies');
    const tile = preview.locator('li:nth-child(9)[data-tile]');
    await expect(tile).toHaveText('Cold is an opinion');
    await page.getByLabel('Tile: caption').fill('Cold is a choice');
    await expect(tile).toHaveText('Cold is a choice');
    await page.getByLabel('Tile: link').fill('/productListing/999');
    await expect(page.getByText('The shop has no page at /productListing/999.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove the tile' }).click();
    await expect(tile).toHaveCount(0);
    await page.getByRole('button', { name: 'Add a tile' }).click();
    await save.click();
    await expect(page.getByText('This field is required.')).toHaveCount(2);
    await page.getByRole('link', { name: 'Categories', exact: true }).last().click();

    await page.getByRole('link', { name: 'New collection' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Text under the heading').fill('For the first cold days.');
    await expect(preview.locator('h1')).toHaveText(name);
    await expect(preview.locator('.description')).toHaveText('For the first cold days.');
    await page
      .getByLabel('New picture: of the heading')
      .setInputFiles('public/catalogue/front/front-3.jpg');
    const onPhones = page.getByRole('group', { name: 'Phones' });
    await onPhones.getByLabel('Left to right').fill('80');
    await expect(preview.locator('[data-listing-root] > img')).toHaveCSS(
      'object-position',
      '80% 50%',
    );
    const search = page.getByRole('searchbox', { name: 'Search for products to add' });
    for (const product of ['Outlaw Cable Beanie', 'Headline Trucker']) {
      await search.fill(product);
      await page.getByRole('button', { name: `Add: ${product}` }).click();
    }
    await search.fill('');
    const chosen = page.getByRole('list', { name: 'Chosen products' }).locator('.sorted-name');
    await expect(chosen).toHaveText(['Outlaw Cable Beanie', 'Headline Trucker']);
    await page.getByRole('button', { name: 'Earlier: Headline Trucker' }).click();
    await expect(chosen).toHaveText(['Headline Trucker', 'Outlaw Cable Beanie']);
    const result = page.getByRole('figure', { name: 'In search results' });
    await expect(result).toContainText(`${name} – Minicia`);
    await expect(result).toContainText('For the first cold days.');
    await page.getByLabel('Title for search engines').fill('Warm hats for autumn');
    await expect(result).toContainText('Warm hats for autumn – Minicia');
    await expect(page.getByText('20 of 70 characters')).toBeVisible();
    await expectAccessible(page, { frames: 1 });
    await save.click();
    await expect(page.getByRole('heading', { name: `New collection: ${name}` })).toBeVisible();
    await expect(page.getByText('For the first cold days.')).toBeVisible();

    // The draft is edited where it was made.
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(chosen).toHaveText(['Headline Trucker', 'Outlaw Cable Beanie']);
    await page.getByLabel('Text under the heading').fill('For the first frost.');
    await save.click();
    await expect(page.getByRole('heading', { name: `New collection: ${name}` })).toBeVisible();
    await expect(page.getByText('For the first frost.')).toBeVisible();
    await expect(preview.locator('.description')).toHaveText('For the first frost.');
    await page.getByRole('button', { name: 'Before' }).click();
    await expect(page.getByText('Not in the shop.')).toBeVisible();
    await publish();

    const [{ id, focus } = { id: 0, focus: null }] = await sql<{ id: number; focus: unknown }[]>`
      select id::int, focus from categories where slug = ${slug}`;
    expect(focus).toEqual({ wide: { x: 50, y: 50 }, phone: { x: 80, y: 50 } });
    await page.goto(`/productListing/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page).toHaveTitle(new RegExp(`^${name}`));
    await expect(page.locator('[data-card]').first()).toContainText('Headline Trucker');
    await expect(page.locator('[data-card]').last()).toContainText('Outlaw Cable Beanie');
    await page.getByRole('button', { name: 'MENU' }).click();
    await expect(
      page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name }),
    ).toBeVisible();

    // A product is taken out in a spreadsheet.
    await page.goto('/studio?catalogue=files');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export .csv' }).click(),
    ]);
    const [header, ...rows] = (await readFile(await file.path(), 'utf8')).split('\n');
    const beanie = rows.filter((row) => row.startsWith('outlaw-cable-beanie,'));
    const edited = [header, ...beanie].join('\n');
    expect(edited).toContain(`,${slug},`);
    await page.getByLabel('Spreadsheet and pictures').setInputFiles({
      name: `${slug}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(edited.replace(`,${slug},`, ',none,')),
    });
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText(`${slug}: without outlaw-cable-beanie`)).toBeVisible();
    await publish();
    await page.goto(`/productListing/${id}`);
    await expect(page.locator('[data-card]').last()).toContainText('Headline Trucker');

    // A rule that nothing meets.
    await page.goto(`/studio?catalogue=category&slug=${slug}`);
    await page.getByRole('radio', { name: 'Chosen by a rule, newest first' }).check();
    await page.getByLabel('Text under the heading').fill('');
    await save.click();
    await expect(page.getByText('Choose at least one condition.')).toBeVisible();
    // The products it gives are shown while it is typed.
    const given = page.getByRole('region', { name: 'Products at present' });
    await page.getByLabel('Only the newest').fill('2');
    await expect(given).toContainText('2 products at present');
    await expect(given.getByRole('listitem')).toHaveCount(2);
    await page.getByLabel('Price over, in pounds').fill('99000');
    await expect(given).toContainText('No product at present');
    await page.getByLabel('Only the newest').fill('');
    await expectAccessible(page, { frames: 1 });
    await save.click();
    await expect(page.getByText('over £99,000.00')).toBeVisible();
    await expect(given).toContainText('No product at present');
    await expect(preview.locator('h1')).toHaveText(name);
    await expect(preview.locator('.description')).toHaveCount(0);
    await page.getByRole('button', { name: 'Before' }).click();
    await expect(preview.locator('.description')).toHaveText('For the first frost.');
    await publish();
    await page.goto(`/productListing/${id}`);
    await expect(page.getByText('Nothing here.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  } finally {
    await sql`delete from categories where slug = ${slug}`;
  }

  await test.step('a category with products leaves only once they have another one', async () => {
    const caps = `caps-${randomUUID().slice(0, 8)}`;
    await sql`insert into categories (slug, name, position) values (${caps}, ${caps}, 99)`;
    try {
      await sql`
        with made as (
          insert into products (slug, name, price_pence, category_id)
          select ${caps}, 'Cap', 3900, id from categories where slug = ${caps} returning id)
        insert into color_variants (product_id, color_name, quantity) select id, 'Ink', 3 from made`;
      // The category's products have not loaded yet when Save is pressed.
      const pressed = Promise.withResolvers<void>();
      await page.route(/\/api\/staff\/product-order\?/, async (route) => {
        await pressed.promise;
        await route.continue();
      });
      await page.goto(`/studio?catalogue=category&slug=${caps}`);
      await page.getByRole('checkbox', { name: 'Archived: not in the shop' }).check();
      await save.click();
      pressed.resolve();
      await expect(page.getByText('Products are in it: choose where they go.')).toBeVisible();
      await page.getByLabel('Its products move to').selectOption('Beanies');
      await save.click();
      await expect(page.getByRole('table', { name: caps }).first()).toContainText('archived');
      await page.getByRole('button', { name: 'Publish now' }).click();
      await expect(page.getByText('What it did')).toBeVisible();
      const [row] = await sql`
        select c.slug from products p join categories c on c.id = p.category_id where p.slug = ${caps}`;
      expect(row?.['slug']).toBe('beanies');
      await showPlace(page, '/studio?catalogue=categories');
      await expect(
        page.getByRole('region', { name: 'Archived' }).getByRole('link', { name: caps }),
      ).toBeVisible();
    } finally {
      await sql`delete from color_variants v using products p where p.id = product_id and p.slug = ${caps}`;
      await sql`delete from products where slug = ${caps}`;
      await sql`delete from categories where slug = ${caps}`;
    }
  });
});
