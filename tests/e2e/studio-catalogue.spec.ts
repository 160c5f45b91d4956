import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { shopDatabase } from '../support/shop-database.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, logIn, test } from './shop-test.ts';
import { comeAsStaff, endLogins, logInAgain, pressLoggedOut, workAs } from './studio-orders.ts';

test('a marketer exports, edits, previews, schedules, publishes and undoes without a terminal', async ({
  page,
  onSale,
  sql,
  account,
  loggedErrors,
}) => {
  // The tests add a script to every document; the preview's sandbox blocks it like any other.
  loggedErrors.push(/Blocked script execution in 'about:blank'/);
  const marketer = await comeAsStaff(page, sql, account, 'marketer');
  const shop = shopDatabase({ sql, url: '', drop: async () => undefined });
  const sku = await shop.newSku(5);
  onSale.push(sku.product_id);
  const slug = `cap-${randomUUID().slice(0, 8)}`;
  // Old, so that it does not disturb other tests' listings.
  await sql`
    update products
    set slug = ${slug}, name = ${slug}, price_pence = 4000, created_at = '2020-01-01', facts = '{"material": "Leather"}'
    where id = ${sku.product_id}`;
  const priceNow = async () => {
    const [row] = await sql<{ price_pence: number }[]>`
      select price_pence from products where id = ${sku.product_id}`;
    return row?.price_pence;
  };

  // A marketer's studio opens the catalogue, not the orders.
  await page.goto('/studio');
  await expect(page.getByRole('region', { name: 'Scheduled' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Last published' })).toBeVisible();
  await expect(page.getByRole('link', { name: /To send/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Import a spreadsheet' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Spreadsheets' })).toBeVisible();
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export .csv' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain(slug);

  // A file with mistakes is parsed at once and changes nothing.
  const sheet = (price: string) => ({
    name: `${slug}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`slug,name,price,category,colour\n${slug},${slug},${price},Men,Nobody’s\n`),
  });
  const chosen = page.getByLabel('Spreadsheet and pictures');
  await chosen.setInputFiles('netlify/server/spreadsheets/fixtures/libreoffice.ods');
  await expect(page.getByText('libreoffice.ods: 2 products, 3 colours, 0 pictures.')).toBeVisible();
  await expect(page.getByText('This column is left aside: P “Notes”.')).toBeVisible();
  await expect(page.getByRole('heading', { name: '3 mistakes' })).toBeVisible();
  await expect(page.getByText('N2 (“/catalogue/ink-1.jpg”)')).toBeVisible();
  // Faulty cells and missing pictures are reported together, all of them visible.
  const caps = Array.from({ length: 10 }, (_, cap) => `cap-${cap},Cap,dear,Men,Ink,cap-${cap}.jpg`);
  const many = { name: 'caps.csv', mimeType: 'text/csv' };
  const header = 'slug,name,price,category,colour,pictures';
  await chosen.setInputFiles({ ...many, buffer: Buffer.from([header, ...caps].join('\n')) });
  await expect(page.getByRole('heading', { name: '10 mistakes' })).toBeVisible();
  await expect(page.getByText('C11 (“dear”)')).toBeHidden();
  await page.getByText('and 2 more').click();
  await expect(page.getByText('C11 (“dear”)')).toBeVisible();
  await expect(page.getByText('Missing: drop these files or the whole folder here')).toContainText(
    'cap-9.jpg',
  );
  // Another file takes the report of the former one away at once, also while it is being read.
  await page.route('**/api/staff-files/catalogue-read?*', async (route) => {
    await expect(page.getByText(/^Reading/)).toBeVisible();
    await expect(page.getByRole('heading', { name: /mistake/ })).toHaveCount(0);
    await route.continue();
  });
  const old = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  await chosen.setInputFiles({
    name: 'old.xls',
    mimeType: 'application/vnd.ms-excel',
    buffer: old,
  });
  await expect(page.getByText('This is the old Excel format (.xls)')).toBeVisible();
  await page.unroute('**/api/staff-files/catalogue-read?*');
  await chosen.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: old });
  await expect(page.getByText('No spreadsheet or picture found.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /mistake/ })).toHaveCount(0);
  await chosen.setInputFiles(sheet('dear'));
  await expect(page.getByRole('heading', { name: '1 mistake' })).toBeVisible();
  await expect(page.getByText('C2 (“dear”)')).toBeVisible();
  await expectAccessible(page);

  // Edits one product: the price is shown before and after, and a large change must be ticked.
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await page.getByRole('searchbox').fill(slug);
  await page.getByRole('link', { name: slug, exact: true }).click();
  await page.getByLabel('Price in pounds', { exact: true }).fill('12.50');
  // Missing legal facts are listed.
  const missing = page.getByText('Missing: material with the share of each fibre.');
  await page.getByLabel('Material').fill('');
  await expect(missing).toBeVisible();
  await page.getByLabel('Material').fill('60% wool, 40% acrylic');
  await expect(missing).toBeHidden();
  await page.getByLabel('Care').fill('Hand wash cool.');
  await page.getByLabel('Country of origin').selectOption('Portugal');
  const salePrice = page.getByLabel('Sale price in pounds');
  await salePrice.fill('20');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('must be below the price, £12.50')).toBeVisible();
  await expect(salePrice).toBeFocused();
  await salePrice.fill('11');
  await page.getByLabel('Sale from').fill('2028-02-01T09:00');
  await page.getByLabel('Sale until').fill('2028-02-05T09:00');
  await expect(page.getByText('£12.50 is new and has not been charged')).toBeVisible();
  await expectAccessible(page);

  // The login ends, and a shopper buys one: the typed values return and do not affect the stock.
  await endLogins(sql, marketer);
  await sql`update color_variants set quantity = quantity - 1 where id = ${sku.variant_id}`;
  await page.reload();
  await logIn(page, account);
  await expect(page.getByText('Your unsaved input was restored.')).toBeVisible();
  await expect(salePrice).toHaveValue('11');
  await expectAccessible(page, { oneWidth: true });
  await pressLoggedOut(sql, marketer, page.getByRole('button', { name: 'Preview' }));
  await logInAgain(page, account);
  await expect(page.getByRole('row', { name: /Price.*£40\.00.*£12\.50/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Care.*Hand wash cool\./ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Stock/ })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Made in.*Portugal/ })).toBeVisible();
  const publish = page.getByRole('button', { name: 'Publish now' });
  await expect(publish).toBeDisabled();
  await page.getByRole('checkbox', { name: /from £40\.00 to £12\.50/ }).check();
  await expect(publish).toBeEnabled();

  // The preview for shoppers: the shop's own card and page, not interactive.
  const cards = page.getByRole('region', { name: 'As shoppers will see it' });
  const card = cards.frameLocator('iframe').locator('.product-card');
  await expect(card).toContainText('£12.50');
  expect(await card.evaluate((one) => getComputedStyle(one).display)).toBe('flex');
  await cards.getByRole('button', { name: 'Before' }).click();
  await expect(card).toContainText('£40.00');
  await cards.getByRole('button', { name: 'In the sale' }).click();
  await expect(card).toContainText('£11.00');
  await expect(cards).toContainText('begins Tuesday 1 February 2028 at 09:00 GMT');
  await expectAccessible(page, { frames: 1 });
  await page.getByRole('button', { name: `Page preview: ${slug}` }).click();
  const look = page.getByRole('dialog', { name: slug });
  const product = look.frameLocator('iframe');
  await expect(product.locator('h1')).toHaveText(slug);
  await expect(product.getByText('£12.50')).toBeVisible();
  await look.getByRole('button', { name: 'Desktop' }).click();
  await expect(product.locator('.product-picker')).toHaveCSS('display', 'grid');
  expect(await product.locator('body').evaluate((body: HTMLElement) => body.inert)).toBe(true);
  await expectAccessible(page, { frames: 2, oneWidth: true });
  await look.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Rename…' }).click();
  const title = `${slug} for spring`;
  await page.getByLabel('Title').fill(title);
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const tick = page.getByRole('checkbox', { name: /from £40\.00 to £12\.50/ });
  await tick.check();

  await page.getByRole('button', { name: 'Schedule…' }).click();
  await page.getByLabel('Day').fill('2027-07-01');
  await page.getByLabel('Time in London').fill('18:00');
  const dialog = page.getByRole('dialog', { name: 'Schedule' });
  await expect(dialog.getByText('Thursday 1 July 2027 at 18:00 BST')).toBeVisible();
  await page.getByLabel('Day').fill('2027-03-28');
  await page.getByLabel('Time in London').fill('01:30');
  const time = page.getByLabel('Time in London');
  await expect(time).toHaveAccessibleDescription(/There is no 01:30 on that day/);
  await time.fill('02:30');
  // The shop changes meanwhile: a new preview is shown, and what was typed stays.
  await sql`update products set price_pence = 3900 where id = ${sku.product_id}`;
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('nothing was done');
  await expect(page.getByText('£39.00').first()).toBeVisible();
  await expect(time).toHaveValue('02:30');
  await sql`update products set price_pence = 4000 where id = ${sku.product_id}`;
  await page.reload();
  await tick.check();
  await page.getByRole('button', { name: 'Schedule…' }).click();
  await page.getByLabel('Day').fill('2027-03-28');
  await time.fill('02:30');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByText('For Sunday 28 March 2027 at 02:30 BST')).toBeVisible();
  expect(await priceNow()).toBe(4000);
  await page.getByRole('button', { name: 'Unschedule' }).click();

  // Changes made in the shop meanwhile are shown before they apply.
  await tick.check();
  // Once the preview is complete: an earlier change would be part of it.
  await expect(publish).toBeEnabled();
  await sql`update products set name = ${`${slug} new`}, price_pence = 3900 where id = ${sku.product_id}`;
  await publish.click();
  await expect(page.getByRole('alert').first()).toContainText('nothing was done');
  expect(await priceNow()).toBe(3900);
  await sql`update products set price_pence = 4000 where id = ${sku.product_id}`;
  await page.reload();
  await tick.check();
  await publish.click();
  await expect(page.getByText('What it did')).toBeVisible();
  expect(await priceNow()).toBe(1250);
  await expect(page.getByRole('region', { name: `${slug} new`, exact: true })).toBeVisible();
  const way = page.getByRole('list').filter({ hasText: 'In the database' });
  await expect(way).toContainText('Live not yet');
  await expect(way).toContainText('Ask the shop’s operator to set up automatic builds.');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Undo…' }).click();
  await expect(page.getByRole('row', { name: /Price.*£12\.50.*£40\.00/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo now' }).click();
  await expect(page.getByText('It undoes an earlier release.')).toBeVisible();
  expect(await priceNow()).toBe(4000);

  await page.getByRole('link', { name: 'Releases' }).click();
  await page.getByRole('searchbox').fill(slug);
  await expect(page.locator('.release-list li')).toHaveCount(2);
  await expectAccessible(page);

  // Another file replaces the draft's.
  await page.getByRole('link', { name: 'Spreadsheets' }).click();
  await chosen.setInputFiles(sheet('41'));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('row', { name: /Price.*£40\.00.*£41\.00/ })).toBeVisible();
  const draft = page.url();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('region', { name: 'Drafts' }).getByRole('link', { name: slug }).click();
  await page.getByRole('link', { name: 'Replace the file' }).click();
  await expect(page.getByText(`replaces ${slug}.csv in the draft`)).toBeVisible();
  const warning = page.getByRole('note').filter({ hasText: 'what was edited by hand is lost' });
  await expect(warning).toBeHidden();
  await chosen.setInputFiles(sheet('42'));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('row', { name: /Price.*£40\.00.*£42\.00/ })).toBeVisible();
  expect(page.url()).toBe(draft);
  await page.getByRole('link', { name: 'Replace the file' }).click();
  await expect(warning).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Releases' })).toBeVisible();
});

test('a marketer brings the products of a Shopify store, with their pictures', async ({
  page,
  sql,
}) => {
  await workAs(page, sql, 'marketer');
  const background = '#a53';
  const picture = await sharp({ create: { width: 1200, height: 1500, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const answers = { contentType: 'image/jpeg', headers: { 'Access-Control-Allow-Origin': '*' } };
  await page.route('https://cdn.shopify.com/**', (route) =>
    route.request().url().includes('harbour-4')
      ? route.fulfill({ status: 404, ...answers })
      : route.fulfill({ body: picture, ...answers }),
  );
  await page.goto('/studio?catalogue=files');
  const chosen = page.getByLabel('Spreadsheet and pictures');
  await chosen.setInputFiles('netlify/server/spreadsheets/fixtures/shopify-export.csv');
  await expect(
    page.getByText(
      'shopify-export.csv, Shopify’s product file: 3 products, 4 colours, 6 pictures.',
    ),
  ).toBeVisible();
  await expect(page.getByText('New categories: “Baseball Caps”, “Scarves”.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Variant Price.*sale price.*32\.00/ })).toBeVisible();
  await expect(page.getByText(/Left aside:.*Google Shopping/)).toBeVisible();
  const left = page.getByRole('region', { name: 'Not imported' });
  await expect(left).toContainText('Deck Tee (Size: S, M, L)');
  const facts = page.getByRole('region', { name: 'Missing facts' });
  await expect(facts).toContainText('add a column “material”');
  await expectAccessible(page);

  // A picture that cannot be fetched is dropped as a file of the same name.
  const pictures = page.getByRole('region', { name: 'Pictures' });
  await expect(pictures).toContainText('harbour-1.jpg');
  await pictures.getByRole('button', { name: 'Fetch 6 pictures from Shopify' }).click();
  await expect(pictures.getByRole('alert')).toContainText('1 picture could not be fetched.');
  await expect(pictures).toContainText('5 of 6 pictures uploaded');
  await expect(pictures).toContainText(/Missing: drop this file.*harbour-4\.jpg/);
  await chosen.setInputFiles({ name: 'Harbour-4.JPG', mimeType: 'image/jpeg', buffer: picture });
  await expect(pictures).toContainText('6 of 6 pictures uploaded');
  await page.getByRole('button', { name: 'Preview' }).click();
  const beanie = page.getByRole('region', { name: 'Harbour Beanie', exact: true });
  await expect(beanie.getByRole('row', { name: /Sale price.*£32\.00/ })).toBeVisible();
  await expect(page.getByText('quay-cap has no material')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Releases' })).toBeVisible();
});
