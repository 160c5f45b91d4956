import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright/test';
import sharp from 'sharp';
import { shopDatabase } from '../support/shop-database.ts';
import { expectAccessible } from './accessibility.ts';
import { phoneScreen } from './phone-screen.ts';
import { expect, test } from './shop-test.ts';
import { showPlace, workAs } from './studio-orders.ts';

/** A picture of these pixels, in one colour. */
async function photo(name: string, width: number, height: number) {
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#A53' } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** A person at work: counts presses, a field being one, and the time. */
function worker() {
  const began = Date.now();
  let presses = 0;
  return {
    async press(target: Locator): Promise<void> {
      presses += 1;
      await target.click();
    },
    async type(field: Locator, text: string): Promise<void> {
      presses += 1;
      await field.fill(text);
    },
    /** Choosing in a list or in the device's file dialog: one to open it, one to choose. */
    async choose(act: () => Promise<unknown>): Promise<void> {
      presses += 2;
      await act();
    },
    spent: () => ({ presses, seconds: (Date.now() - began) / 1000 }),
  };
}

function colour(page: Page, name: string): Locator {
  return page.getByRole('group', { name, exact: true });
}

/** Expects no horizontal scrolling on a phone and at a desk. */
async function expectNothingWider(page: Page): Promise<void> {
  for (const screen of [phoneScreen, page.viewportSize()]) {
    if (screen) await page.setViewportSize(screen);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(beyond).toBeLessThanOrEqual(0);
  }
}

test('a marketer adds a product of three colours and six photographs, edits the draft, publishes, undoes', async ({
  page,
  onSale,
  sql,
}) => {
  await workAs(page, sql, 'marketer');
  const name = `Tide Cap ${randomUUID().slice(0, 8)}`;
  const slug = name.toLowerCase().replaceAll(' ', '-');
  onSale.push(slug);
  const photos = await Promise.all(
    Array.from({ length: 6 }, (_, at) => photo(`IMG_${at}.JPG`, 1200 + at, 1500)),
  );
  await page.goto('/studio?catalogue=products');
  await page.getByRole('link', { name: 'New product' }).waitFor();

  const marketer = worker();
  await marketer.press(page.getByRole('link', { name: 'New product' }));
  await marketer.type(page.getByLabel('Name', { exact: true }), name);
  await marketer.type(page.getByLabel('Price in pounds', { exact: true }), '38');
  await marketer.choose(() => page.getByLabel('Category').selectOption('beanies'));
  await marketer.type(page.getByLabel('Description', { exact: true }), 'A cap for wet days.');
  const missing = page.getByText('Missing: material with the share of each fibre.');
  await expect(missing).toBeVisible();
  await marketer.type(page.getByLabel('Material'), '100% cotton');
  await expect(missing).toBeHidden();
  const names = ['Sand', 'Moss', 'Ink'];
  for (const [at, one] of names.entries()) {
    if (at > 0) await marketer.press(page.getByRole('button', { name: 'Add a colour' }));
    const card = page.locator('.product-colour').nth(at);
    await marketer.type(card.getByLabel('Colour', { exact: true }), one);
    await marketer.type(card.getByLabel('Stock'), String(at + 4));
    await marketer.choose(() =>
      card.getByLabel(`Add pictures of ${one}`).setInputFiles(photos.slice(at * 2, at * 2 + 2)),
    );
  }
  await marketer.press(page.getByRole('button', { name: 'Preview', exact: true }));
  const publish = page.getByRole('button', { name: 'Publish now' });
  await expect(publish).toBeEnabled();
  const { presses, seconds } = marketer.spent();
  test.info().annotations.push({ type: 'work', description: `${presses} presses, ${seconds} s` });
  expect(presses + 1).toBeLessThanOrEqual(40);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('row', { name: /Pictures/ })).toHaveCount(3);

  // The draft is edited again: by the link, and by Back.
  await page.goBack();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await expect(page.getByText('Saved as a draft.')).toBeVisible();
  await expectAccessible(page);
  await expectNothingWider(page);
  await page.goForward();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(colour(page, 'Moss').getByLabel('Stock')).toHaveValue('5');

  await page.getByLabel('Title for search engines').fill('A cap for wet days');
  await expect(page.getByRole('figure', { name: 'In search results' })).toContainText(
    'A cap for wet days – Minicia',
  );

  // By keyboard: the second picture first; then an alt text, and the colours in another order.
  const sand = colour(page, 'Sand');
  await sand.getByLabel('Alt text').nth(1).fill('From behind');
  await sand.getByRole('button', { name: 'First: picture 2 of Sand' }).focus();
  await page.keyboard.press('Enter');
  await expect(sand.getByLabel('Alt text').first()).toHaveValue('From behind');
  await expect(sand.getByText('No picture worn yet.')).toBeVisible();
  await sand.getByRole('checkbox', { name: 'Worn in picture 2 of Sand' }).check();
  await expect(sand.getByText('The one worn is shown second.')).toBeVisible();
  await sand.getByLabel('New file: film of Sand').setInputFiles('tests/support/turn.webm');
  await expect(sand.getByLabel('Film of Sand', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Later: Sand' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.product-colour').first().getByLabel('Colour')).toHaveValue('Moss');

  // A closed tab loses nothing, nor does another device.
  await expect(page.getByText(/Saved \d\d:\d\d\./)).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('studioEdits'));
  await page.goto('/studio?catalogue=products');
  const unsaved = page.getByRole('region', { name: 'Not in a draft yet' });
  await unsaved.getByRole('link', { name }).click();
  await expect(page.getByText('Your unsaved input was restored.')).toBeVisible();
  await expect(sand.getByLabel('Alt text').first()).toHaveValue('From behind');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await publish.click();
  await expect(page.getByText('What it did')).toBeVisible();
  const rows = await sql`
    select v.color_name as colour, v.quantity, count(i.id)::int as pictures, min(i.alt) as alt,
      bool_or(i.path = v.worn and i.position = 2) as worn
    from products p join color_variants v on v.product_id = p.id join variant_images i on i.variant_id = v.id
    where p.slug = ${slug} and p.price_pence = 3800 and p.facts ->> 'material' = '100% cotton'
    group by v.id order by v.position`;
  expect([...rows]).toEqual([
    { colour: 'Moss', quantity: 5, pictures: 2, alt: null, worn: false },
    { colour: 'Sand', quantity: 4, pictures: 2, alt: 'From behind', worn: true },
    { colour: 'Ink', quantity: 6, pictures: 2, alt: null, worn: false },
  ]);

  // Behind the products that other tests read first.
  await sql`update products set created_at = '2020-01-01' where slug = ${slug}`;

  // The film plays in place of the picture worn: not fetched before that is in view, and by a button with less motion.
  const films: string[] = [];
  page.on('request', (request) => request.url().endsWith('.webm') && films.push(request.url()));
  const [{ id } = { id: 0 }] = await sql<
    { id: number }[]
  >`select id::int from products where slug = ${slug}`;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const gallery = page.getByRole('region', { name: `Images of ${name} in Sand` });
  const play = gallery.getByRole('button', { name: 'Play the film' });
  const pause = gallery.getByRole('button', { name: 'Pause the film' });
  const seeWorn = async () => {
    await page.goto(`/product-details/${id}`);
    await page.getByRole('radio', { name: /Sand/ }).check();
    await expect(gallery).toBeVisible();
    await gallery.getByRole('button', { name: 'Next image' }).click();
    await expect(gallery.getByRole('img', { name: /Sand, worn$/ })).toBeInViewport({ ratio: 0.9 });
  };
  await seeWorn();
  await expect(play).toBeVisible();
  expect(films).toEqual([]);
  await expectAccessible(page, { oneWidth: true });
  await play.click();
  await pause.click();
  await expect(play).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await seeWorn();
  await expect(pause).toBeVisible();
  const time = () =>
    gallery.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime);
  await expect.poll(time).toBeGreaterThan(0.2);
  expect(films).not.toEqual([]);

  // In the shop it is edited as well, and copied.
  await page.goto(`/studio?catalogue=product&slug=${slug}`);
  await colour(page, 'Ink').getByLabel('Colour', { exact: true }).fill('Midnight');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByRole('row', { name: /Colour.*Ink.*Midnight/ })).toBeVisible();
  await publish.click();
  await expect(page.getByText('What it did')).toBeVisible();
  await showPlace(page, `/studio?catalogue=product&slug=${slug}`);
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`${name} copy`);
  await expect(page.locator('.product-colour')).toHaveCount(3);
  await expect(colour(page, 'Midnight').getByLabel('Stock')).toHaveValue('');

  // Codes are a colour's own.
  await expect(colour(page, 'Sand').getByLabel('SKU')).toHaveValue('');
  await expect(colour(page, 'Sand').getByLabel('Barcode')).toHaveValue('');
});

async function saveDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save draft' }).click();
}

test('two people who edit the same product are told, choose between their versions, and lose nothing', async ({
  page,
  onSale,
  browser,
  baseURL,
  sql,
}) => {
  await workAs(page, sql, 'marketer');
  const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: phoneScreen });
  const morag = await context.newPage();
  await workAs(morag, sql, 'manager');
  const shop = shopDatabase({ sql, url: '', drop: async () => undefined });
  const { product_id } = await shop.newSku(2);
  const slug = `cap-${randomUUID().slice(0, 8)}`;
  onSale.push(product_id);
  await sql`
    update products set slug = ${slug}, name = 'Cap', created_at = '2020-01-01', facts = '{"material": "Leather"}'
    where id = ${product_id}`;
  const address = `/studio?catalogue=product&slug=${slug}`;
  const saved = /Saved \d\d:\d\d\./;

  // Without a network, input stays in the browser; with its storage full, the tab must stay open.
  await page.goto(address);
  await page.getByLabel('Care').fill('Cold.');
  await expect(page.getByText(saved)).toBeVisible();
  await page.context().setOffline(true);
  await page.getByLabel('Care').fill('Colder.');
  await expect(page.getByText('No connection. Your input is kept in this browser.')).toBeVisible();
  await page.evaluate(() => {
    for (let size = 4_000_000; size > 0; size = Math.floor(size / 2)) {
      try {
        localStorage.setItem(`full ${size}`, 'x'.repeat(size));
      } catch {
        // The next is smaller.
      }
    }
  });
  await page.getByLabel('Care').fill(`Coldest. ${'x'.repeat(60)}`);
  await expect(page.getByText('storage is full or blocked, so leave this page open')).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('full 2000000'));
  await page.context().setOffline(false);
  await expect(page.getByText(saved)).toBeVisible();

  await morag.goto(address);
  await expect(morag.getByText(/Percy has been editing this since \d\d:\d\d\./)).toBeVisible();
  await page.getByLabel('Care').fill('Cold.');
  await saveDraft(page);
  await expect(page.getByText('Saved as a draft.')).toBeVisible();
  await morag.reload();
  await expect(morag.getByText('changes this as well.')).toBeVisible();
  await morag.getByRole('link', { name: 'Cap', exact: true }).click();
  await expect(morag.getByText('1 product')).toBeHidden();
  await morag.getByRole('link', { name: 'Edit', exact: true }).click();
  await morag.getByLabel('Care').fill('Warm.');
  await morag.getByLabel('Size').fill('M');
  await expect(morag.getByText(saved)).toBeVisible();
  await page.getByLabel('Care').fill('Never.');
  await page.getByLabel('Name', { exact: true }).fill('Big Cap');
  await saveDraft(page);
  await expect(page.getByText('Saved as a draft.')).toBeVisible();

  await saveDraft(morag);
  const choice = morag.getByRole('region', { name: 'Two versions' });
  await expect(choice).toBeFocused();
  await expect(choice.getByRole('group')).toHaveCount(1);
  const care = choice.getByRole('group', { name: 'Care' });
  await expect(care.getByRole('radio', { name: /This one.*Warm\./ })).toBeChecked();
  await expectAccessible(morag, { oneWidth: true });
  await expectNothingWider(morag);
  await care.getByRole('radio', { name: /Percy.*Never\./ }).focus();
  await morag.keyboard.press('Space');
  await choice.getByRole('button', { name: 'Use the chosen values' }).click();
  await expect(morag.getByLabel('Care')).toHaveValue('Never.');
  await expect(morag.getByLabel('Name', { exact: true })).toHaveValue('Big Cap');
  await expect(morag.getByLabel('Size')).toHaveValue('M');
  await saveDraft(morag);
  await expect(morag.getByText('Saved as a draft.')).toBeVisible();
  const [draft] = await sql`
    select version, changes #>> '{catalogue,products,0,name}' as name,
      changes #>> '{catalogue,products,0,care}' as care, changes #>> '{catalogue,products,0,size}' as size
    from releases where ${`product/${slug}`} = any (subjects) and state = 'draft'`;
  expect(draft).toEqual({ version: 3, name: 'Big Cap', care: 'Never.', size: 'M' });
  await context.close();
});

test('the list is sorted, filtered and searched, and selected products are reduced, moved and archived at once; pictures of a new one are checked like those of spreadsheets, tried again and dropped on a colour', async ({
  page,
  sql,
}) => {
  await workAs(page, sql, 'marketer');
  const shop = shopDatabase({ sql, url: '', drop: async () => undefined });
  const mark = randomUUID().slice(0, 8);
  const skus = [await shop.newSku(2), await shop.newSku(0)];
  for (const [at, { product_id }] of skus.entries()) {
    await sql`
      update products
      set slug = ${`${mark}-${at}`}, name = ${`Cap ${mark} ${at}`}, price_pence = ${4000 - at * 1000},
        created_at = '2020-01-01', facts = '{"material": "Leather"}'
      where id = ${product_id}`;
  }
  await page.goto(`/studio?catalogue=products&q=${mark}`);
  const rows = page.getByRole('row').filter({ hasText: `Cap ${mark}` });
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Low' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Sold out' })).toHaveCount(1);
  await expectAccessible(page);
  await expectNothingWider(page);
  await page.getByRole('button', { name: 'Price' }).click();
  await expect(rows.first()).toContainText('£30.00');
  await page.getByRole('button', { name: 'Price' }).click();
  await expect(rows.first()).toContainText('£40.00');
  await page.getByLabel('Stock').selectOption('Sold out');
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Stock').selectOption('All');
  await expect(rows).toHaveCount(2);

  const selected = page.getByRole('region', { name: 'Selected products' });
  const publish = page.getByRole('button', { name: 'Publish now' });
  const selectAll = () => page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await selectAll();
  await selected.getByRole('button', { name: 'Sale…' }).click();
  await page.getByLabel('Per cent off the price').fill('10');
  await expectAccessible(page, { oneWidth: true });
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: '10 % off 2 products' })).toBeVisible();
  await publish.click();
  await expect(page.getByText('What it did')).toBeVisible();
  await showPlace(page, `/studio?catalogue=products&q=${mark}&sort=price`);
  await expect(rows.first()).toContainText('Sale £27.00');
  await expect(rows.first()).toContainText('Percy');

  await rows.first().getByRole('checkbox').check();
  await selected.getByRole('button', { name: 'Category…' }).click();
  await page.getByRole('dialog').getByLabel('Category').selectOption('Beanies');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await publish.click();
  await expect(page.getByText('What it did')).toBeVisible();
  await showPlace(page, `/studio?catalogue=products&q=${mark}&category=beanies`);
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Category').selectOption('All');
  await expect(rows).toHaveCount(2);
  await selectAll();
  await selected.getByRole('button', { name: 'Archive' }).click();
  await publish.click();
  await expect(page.getByText('What it did')).toBeVisible();
  await showPlace(page, `/studio?catalogue=products&q=${mark}&state=archived`);
  await expect(rows).toHaveCount(2);

  await test.step('pictures of a new product', async () => {
    await page.getByRole('link', { name: 'New product' }).click();
    const first = page.locator('.product-colour').first();
    await first.getByLabel('Colour', { exact: true }).fill('Rust');
    const add = first.getByLabel('Add pictures of Rust');
    await page.getByLabel('Name', { exact: true }).fill('Draft Cap');
    // A large photograph is visible at once, before it is uploaded.
    const large = await photo('large.jpg', 3000, 4000);
    const upload = '**/api/staff-files/catalogue-picture?*';
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    await page.route(upload, async (route) => {
      await held;
      await route.continue();
    });
    await add.setInputFiles(large);
    await expect(first.locator('img[src^="data:image/jpeg"]')).toBeVisible();
    await expect(first.getByRole('progressbar')).toBeVisible();
    await expect(page.getByText('Uploading pictures …')).toBeVisible();
    release(undefined);
    await expect(first.getByRole('progressbar')).toBeHidden();
    await page.unroute(upload);

    // Refused with the remedy, beside the picture; replaced, it keeps its alt text.
    await add.setInputFiles(await photo('small.jpg', 300, 400));
    const refusal = first.getByText('“small.jpg” is 300 × 400 pixels, too small to look sharp');
    await expect(refusal).toBeVisible();
    await first.getByLabel('Alt text').nth(1).fill('A cap');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Correct the' })).toBeVisible();
    await expectAccessible(page, { oneWidth: true });
    await first
      .getByLabel('Replace of picture 2 of Rust')
      .setInputFiles('netlify/server/spreadsheets/fixtures/iphone.heic');
    await expect(first.getByText('is in Apple’s format HEIC')).toBeVisible();

    // A lost network: tried again.
    await page.route(upload, (route) => route.abort());
    await first
      .getByLabel('Replace of picture 2 of Rust')
      .setInputFiles(await photo('back.jpg', 1200, 1500));
    const again = first.getByRole('button', { name: 'Try again: picture 2 of Rust' });
    await expect(again).toBeVisible();
    await page.unroute(upload);
    await again.click();
    await expect(again).toBeHidden();
    await expect(first.getByRole('progressbar')).toBeHidden();
    await expect(first.getByLabel('Alt text').nth(1)).toHaveValue('A cap');

    // Cropped to another part of it, by keyboard, and by a click.
    await first
      .getByLabel('Replace of picture 2 of Rust')
      .setInputFiles(await photo('wide.jpg', 1400, 1200));
    await expect(first.getByRole('progressbar')).toBeHidden();
    const cropping = page.getByRole('dialog', { name: 'Crop picture 2 of Rust' });
    const crop = first.getByRole('button', { name: 'Crop: picture 2 of Rust' });
    const picture = first.getByRole('listitem').nth(1).locator('img');
    await crop.click();
    await cropping.getByLabel('Left to right').press('End');
    await expect(cropping.locator('.crop-part')).toHaveCSS('object-position', '100% 50%');
    await expectAccessible(page, { oneWidth: true });
    await cropping.getByRole('button', { name: 'Use this crop' }).click();
    await expect(picture).toHaveAttribute('src', /-x100y50\.webp/);
    await crop.click();
    await expect(cropping.getByLabel('Left to right')).toHaveValue('100');
    await cropping.locator('.crop-whole').click({ position: { x: 2, y: 2 } });
    await expect(cropping.locator('.crop-part')).toHaveCSS('object-position', '0% 50%');
    await cropping.getByRole('button', { name: 'Use this crop' }).click();
    await expect(picture).toHaveAttribute('src', /-x0y50\.webp/);

    // Dropped on the colour, beside the others.
    const { buffer } = await photo('dropped.jpg', 1200, 1500);
    const dropped = await page.evaluateHandle((bytes) => {
      const data = new DataTransfer();
      const file = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      data.items.add(new File([file], 'dropped.jpg', { type: 'image/jpeg' }));
      return data;
    }, buffer.toString('base64'));
    // Without a network it is shown all the same, and sent by itself once the network is back.
    await page.context().setOffline(true);
    await first.dispatchEvent('drop', { dataTransfer: dropped });
    await expect(first.getByRole('list').getByRole('listitem')).toHaveCount(3);
    const unsent = first.getByRole('listitem').nth(2);
    await expect(unsent.getByText('It is sent as soon as you are online.')).toBeVisible();
    await expect(unsent.locator('img')).toHaveAttribute('src', /^data:/);
    await page.context().setOffline(false);
    await expect(unsent.getByRole('button', { name: 'Crop: picture 3 of Rust' })).toBeVisible();
    await expect(unsent.getByRole('alert')).toBeHidden();
    const swatch = first.getByLabel('Swatch', { exact: true });
    await swatch.fill('#aa5533');
    await first.getByRole('button', { name: 'No swatch: Rust' }).click();
    await expect(swatch).toHaveAttribute('data-unset', '');
    await first.getByRole('button', { name: 'Remove: picture 3 of Rust' }).click();
    await expect(first.getByRole('list').getByRole('listitem')).toHaveCount(2);
    await page.getByLabel('Visible from').fill('2030-01-02T09:00');
    await page.getByRole('button', { name: 'Undo changes' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
    await expect(page.getByLabel('Visible from')).toHaveValue('');
  });
});
