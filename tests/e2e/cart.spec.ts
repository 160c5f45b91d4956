import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { comeAgain, stored } from './browser-state.ts';
import { withOwnProduct } from './own-product.ts';
import { expect, test } from './shop-test.ts';

test('a cart line can be changed up to its stock and deleted @layout @accessibility', async ({
  page,
}) => {
  await comeAgain(page, { lines: [{ product: 8, colour: 'Mustard' }] });
  await page.goto('/cart');
  const line = page.getByRole('listitem').filter({
    has: page.getByRole('heading', { name: 'Headline Trucker' }),
  });
  await expect(line.getByText('Mustard', { exact: true })).toBeVisible();
  await expect(line.getByText('£34.00', { exact: true })).toBeVisible();
  await expect(line.locator('img')).toBeVisible();
  const quantity = line.getByLabel('Quantity of Headline Trucker, Mustard');
  const choices = quantity.getByRole('option');
  await expect(choices).toHaveText(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  const disabled = quantity.locator('option:disabled');
  await expect(disabled).toHaveText(['4', '5', '6', '7', '8', '9', '10']);
  await expect(quantity).toHaveAccessibleDescription('Only 3 in stock');
  await expect(line.getByText('Only 3 in stock')).toBeVisible();

  await quantity.selectOption('2');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary.getByRole('term')).toHaveText([
    'Subtotal',
    'Estimated Tax',
    'Estimated Total',
  ]);
  await expect(summary.getByRole('definition')).toHaveText(['£68.00', '£4.08', '£72.08']);
  const reference = summary.getByText(/^MC-[A-Z2-9]{8}$/);
  const name = await reference.textContent();
  await expectAccessible(page, { as: 'Cart' });

  await page.reload();
  await expect(reference).toHaveText(name ?? 'a reference');
  await line.getByRole('button', { name: /^DELETE/ }).click();
  await expect(page.getByText('Nothing in here yet.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeFocused();
});

test('a cart link fills the cart once, and an invalid one changes nothing', async ({
  page,
  sql,
}) => {
  const colours = await sql<{ id: string; color_name: string }[]>`
    select id, color_name from color_variants where product_id = 8`;
  const idOf = (name: string) => colours.find((colour) => colour.color_name === name)?.id ?? '';
  await comeAgain(page, { lines: [{ product: 8, colour: 'Mustard' }] });
  await page.goto('/contact-us');
  await page.route('**/cartvalidate/', (route) => route.abort(), { times: 1 });
  await page.goto(`/buy/${idOf('Mustard')}:5,${idOf('Signal Red')}:2,999999:1`);
  await expect(page.getByRole('status').getByText('Network error')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(page).toHaveURL(/\/cart$/);
  const news = page.getByRole('status').filter({ hasText: 'added' });
  await expect(news.locator('span')).toHaveText([
    '4 items were added to your cart.',
    'Headline Trucker (Mustard): only 2 of 5 could be added, no more in stock.',
    'A piece of this link is not sold here.',
  ]);
  await expect(page.getByLabel('Quantity of Headline Trucker, Mustard')).toHaveValue('3');
  await expect(page.getByLabel('Quantity of Headline Trucker, Signal Red')).toHaveValue('2');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Cart, 5 items' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/contact-us$/);
  await page.goForward();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('link', { name: 'Cart, 5 items' })).toBeVisible();

  await page.goto(`/buy/${idOf('Mustard')}:-1`);
  await expect(page.getByText('This link is incomplete')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 5 items' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'All Products' }).click();
  await expect(page).toHaveURL(/all-products$/);
});

test('the summary is beside the lines on wide screens and below them on phones @layout', async ({
  page,
}, { project }) => {
  await comeAgain(page, { lines: [{ product: 8, colour: 'Signal Red' }] });
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Headline Trucker' })).toBeVisible();
  // React renders the lines again once it has loaded, so elements measured before may be gone.
  await expect(async () => {
    const line = await page.getByRole('heading', { name: 'Headline Trucker' }).boundingBox();
    const summary = await page.getByRole('region', { name: 'Order Summary' }).boundingBox();
    if (!line || !summary) throw new Error('The cart has no line or no summary');
    if (project.name === 'phone') expect(summary.y).toBeGreaterThan(line.y + line.height);
    else expect(summary.x).toBeGreaterThan(line.x + line.width);
  }).toPass();
});

test('no word of a name and no price in the cart breaks on any screen', async ({ page }) => {
  await comeAgain(page, { lines: [{ product: 16, colour: 'Smoke / Black' }] });
  await page.goto('/cart');
  const line = page.getByRole('listitem').filter({
    has: page.getByRole('heading', { name: 'Untouchable Shield Sunglasses' }),
  });
  await line.getByLabel(/^Quantity/).selectOption('2');
  await expect(line.getByText('£120.00 (£127.20 with tax) each')).toBeVisible();
  /** Parts of a text that wrap onto more than one row. */
  const broken = (selector: string, part: RegExp) =>
    line.locator(selector).evaluateAll((elements, pattern) => {
      const texts = elements.flatMap(({ firstChild }) => firstChild ?? []);
      return texts.flatMap((text) =>
        Array.from((text.textContent ?? '').matchAll(new RegExp(pattern, 'g')), (word) => {
          const range = document.createRange();
          range.setStart(text, word.index);
          range.setEnd(text, word.index + word[0].length);
          return range.getClientRects().length > 1 ? word[0] : '';
        }).filter(Boolean),
      );
    }, part.source);
  for (const width of [320, 390, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await broken('[data-line-name]', /\S+/), `a name at ${width} px`).toEqual([]);
    if (width < 390) continue;
    const prices = '[data-line-total], [data-line-with-tax], [data-line-each]';
    expect(await broken(prices, /.+/), `a price at ${width} px`).toEqual([]);
  }
});

test('a cart that has not been read yet shows a loading state', async ({ page }) => {
  await page.route('**/_astro/*.js', () => undefined);
  await page.goto('/cart', { waitUntil: 'commit' });
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible();
  await expect(page.getByText('Nothing in here yet.')).toHaveCount(0);
});

test('cart lines are shown before the scripts have loaded @layout', async ({ page }) => {
  await comeAgain(page, { lines: [{ product: 8, colour: 'Mustard' }] });
  let held = true;
  const released = Promise.withResolvers<undefined>();
  await page.route('**/_astro/*.js', async (route) => {
    if (held) await released.promise;
    await route.continue();
  });
  await page.goto('/cart', { waitUntil: 'commit' });
  const line = page.getByRole('main').locator('li').filter({ hasText: 'Headline Trucker' });
  await expect(line).toHaveText(/Headline Trucker\s*Mustard\s*£34\.00.*Only 3 in stock/);
  await expect(line.locator('img')).toHaveAttribute('src', /headline-trucker/);
  // A name may wrap in its web font where it did not in the fallback font.
  await page.evaluate(async () => {
    await document.fonts.load('800 1em Syne');
    await document.fonts.ready;
  });
  const place = await line.boundingBox();
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible();
  const early = page.locator('[data-cart-preview]');
  await expect(early).toHaveAttribute('inert');

  held = false;
  released.resolve(undefined);
  await expect(early).toHaveCount(0);
  await expect(line).toHaveCount(1);
  expect(await line.boundingBox()).toEqual(place);
});

/** URLs of the pictures requested by one initiator: `link` is a preload. */
function picturesBy(page: Page, initiator: 'link' | 'img'): Promise<string[]> {
  return page.evaluate(
    (wanted) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ initiatorType }) => initiatorType === wanted)
        .map(({ name }) => name)
        .filter((name) => name.includes('/.netlify/images')),
    initiator,
  );
}

test('the first line’s picture is requested once, before the page’s styles have loaded @layout', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/.netlify/images')) requested.push(request.url());
  });
  await comeAgain(page, {
    lines: [
      { product: 8, colour: 'Mustard' },
      { product: 8, colour: 'Signal Red' },
    ],
  });
  await page.goto('/cart', { waitUntil: 'networkidle' });
  const shown = await page
    .getByRole('main')
    .locator('li img')
    .evaluateAll((pictures: HTMLImageElement[]) => pictures.map(({ currentSrc }) => currentSrc));
  expect(shown).toHaveLength(2);
  expect(shown[0]).toContain('headline-trucker');
  expect(requested).toEqual(shown);
  expect(await picturesBy(page, 'link')).toEqual(shown.slice(0, 1));
  expect(await picturesBy(page, 'img')).toEqual(shown.slice(1));
  const preload = 'link[rel="preload"][as="image"]';
  await expect(page.locator(`head > ${preload} ~ style`)).not.toHaveCount(0);
  await expect(page.locator(`head > style ~ ${preload}`)).toHaveCount(0);
});

test('an empty cart requests no picture', async ({ page }) => {
  await page.goto('/cart', { waitUntil: 'networkidle' });
  await expect(page.getByText('Nothing in here yet.')).toBeVisible();
  expect(await picturesBy(page, 'link')).toEqual([]);
  expect(await picturesBy(page, 'img')).toEqual([]);
});

for (const damaged of ['no JSON', '{}', '{"cart":[{"name":"Half a line"}]}', '{"cart":7}']) {
  test(`damaged storage, ${damaged}, shows an empty cart`, async ({ page }) => {
    await page.addInitScript((text) => localStorage.setItem('root', text), damaged);
    await page.goto('/cart');
    await expect(page.getByText('Nothing in here yet.')).toBeVisible();
    await expect(page.getByRole('main').locator('li')).toHaveCount(0);
    expect(await picturesBy(page, 'link')).toEqual([]);
  });
}

test('an empty cart cannot be checked out and says so', async ({ page }) => {
  await page.goto('/cart');
  await page.getByRole('button', { name: 'CHECKOUT' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your cart is empty.' })).toBeVisible();
  await expect(page).toHaveURL(/\/cart\/?$/);
  await expectAccessible(page);
});

test('opening the cart says which lines were reduced and which were removed', async ({
  page,
  sql,
}, { project }) => {
  const phone = project.name === 'phone';
  const trucker = phone ? 'Ecru / Forest' : 'Ecru / Navy';
  const snood = phone ? 'Graphite' : 'Oatmeal';
  await comeAgain(page, {
    lines: [
      { product: 6, colour: trucker, quantity: 5 },
      { product: 22, colour: snood },
    ],
  });
  await sql`
    update color_variants v set quantity = case p.slug when 'no-anchor-rope-trucker' then 2 else 0 end
    from products p where p.id = v.product_id and (p.slug, v.color_name) in
      (('no-anchor-rope-trucker', ${trucker}), ('night-shift-rib-snood', ${snood}))`;
  await page.goto('/cart');
  const news = page.getByRole('status').filter({ hasText: 'cart' });
  await expect(news).toContainText(
    `No Anchor Rope Trucker (${trucker}): only 2 left, so your cart now holds 2.`,
  );
  await expect(news).toContainText(
    `Night Shift Rib Snood (${snood}) is out of stock and was removed from your cart.`,
  );
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'No Anchor Rope Trucker',
    'Order Summary',
  ]);
  await expectAccessible(page);
});

test('a price that changed since the build is announced before CHECKOUT', async ({ page, sql }) => {
  await withOwnProduct(sql, async (id) => {
    await comeAgain(page, { lines: [{ product: id, colour: 'Pictured' }] });
    await sql`update products set price_pence = 4150 where id = ${id}`;
    await page.goto('/cart');
    const news = page.getByRole('status').filter({ hasText: 'price' });
    await expect(news).toHaveText(
      'The price of Lone Picture Cap has changed from £39.00 (£41.34 with tax) to £41.50 (£43.99 with tax).',
    );
    const summary = page.getByRole('region', { name: 'Order Summary' });
    await expect(summary.getByRole('definition')).toHaveText(['£41.50', '£2.49', '£43.99']);
    await expectAccessible(page);

    await sql`update products set price_pence = 3000 where id = ${id}`;
    await page.getByRole('button', { name: 'CHECKOUT' }).click();
    await expect(news).toHaveText(
      'The price of Lone Picture Cap has changed from £41.50 (£43.99 with tax) to £30.00 (£31.80 with tax).',
    );
    await expect(page).toHaveURL(/\/cart\/?$/);
    await page.getByRole('button', { name: 'CHECKOUT' }).click();
    await expect(page).toHaveURL(/\/login\/?$/);
  });
});

test('CHECKOUT stores the lines and their price in the browser', async ({ page }) => {
  await comeAgain(page, { lines: [{ product: 8, colour: 'Black / Bone', quantity: 3 }] });
  await page.goto('/cart');
  // Includes the tax, which comes from the server.
  await expect(page.getByText('£108.12', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'CHECKOUT' }).click();
  await expect(page).toHaveURL(/\/login\/?$/);
  expect(await stored(page, 'subtotal')).toBe('102.00');
  expect(await stored(page, 'taxRate')).toBe('6');
  expect(JSON.parse((await stored(page, 'cartItems')) ?? '')).toMatchObject([
    { name: 'Headline Trucker', quantity: 3, selectedColor: { color_name: 'Black / Bone' } },
  ]);
});

test('a cart whose stock and tax cannot be fetched stays unchanged', async ({
  page,
  loggedErrors,
}) => {
  loggedErrors.push(/The cart could not be checked/, /The tax could not be fetched/);
  await page.route(/cartvalidate|additionalPays/, (route) => route.abort());
  await comeAgain(page, { lines: [{ product: 8, colour: 'Black / Bone' }] });
  await page.goto('/cart');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary.getByRole('definition')).toHaveText(['£34.00', '£0.00', '£34.00']);
  await expect(page.getByLabel(/^Quantity/)).toHaveValue('1');
});
