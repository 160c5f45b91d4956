import type { Locator, Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { comeAgain, stored } from './browser-state.ts';
import { withOwnProduct } from './own-product.ts';
import { phoneScreen } from './phone-screen.ts';
import { expect, interceptOnce, test } from './shop-test.ts';

async function boxesOf(line: Locator, summary: Locator) {
  const place = await line.boundingBox();
  const total = await summary.boundingBox();
  if (!place || !total) throw new Error('The cart has no line or no summary');
  return [place, total] as const;
}

test('a cart line can be changed up to its stock and deleted, beside the summary or above it on phones @accessibility', async ({
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

  await test.step('the summary is beside the lines on wide screens and below them on phones', async () => {
    const lineName = line.getByRole('heading');
    const wide = await boxesOf(lineName, summary);
    expect(wide[1].x).toBeGreaterThan(wide[0].x + wide[0].width);
    const screen = page.viewportSize();
    await page.setViewportSize(phoneScreen);
    const narrow = await boxesOf(lineName, summary);
    expect(narrow[1].y).toBeGreaterThan(narrow[0].y + narrow[0].height);
    if (screen) await page.setViewportSize(screen);
  });

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
  await interceptOnce(page, '**/cartvalidate/', (route) => route.abort());
  await page.goto(`/buy/${idOf('Mustard')}:5,${idOf('Signal Red')}:2,999999:1`);
  await expect(page.getByRole('status').getByText('Network error')).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
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

test('a cart is shown whole before its scripts have loaded, keeps what is pressed until then, and requests its first picture once, before the page’s styles @layout', async ({
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
  let held = Promise.withResolvers<undefined>();
  await page.route('**/_astro/*.js', async (route) => {
    await held.promise;
    // The page that asked may have been left.
    await route.continue().catch(() => undefined);
  });
  await page.goto('/cart', { waitUntil: 'commit' });
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Mustard' });
  await expect(line).toHaveText(/Headline Trucker\s*Mustard\s*£34\.00.*Only 3 in stock/);
  await expect(line.locator('img')).toHaveAttribute('src', /headline-trucker/);
  const quantity = line.getByLabel('Quantity of Headline Trucker, Mustard');
  await expect(quantity.locator('option:disabled')).toHaveText([
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    '10',
  ]);
  await expect(quantity).toHaveAccessibleDescription('Only 3 in stock');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary.getByRole('definition')).toHaveText(['£68.00', '…', '…']);
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await expect(page.getByText('You can cancel within 14 days of delivery')).toBeVisible();
  const pictures = page.getByRole('main').locator('li img');
  const sources = () =>
    pictures.evaluateAll((all: HTMLImageElement[]) => all.map(({ currentSrc }) => currentSrc));
  await expect.poll(sources).not.toContain('');
  const shown = await sources();
  await quantity.selectOption('2');
  await page.getByRole('button', { name: 'DELETE Headline Trucker, Signal Red' }).click();

  held.resolve(undefined);
  await expect(summary.getByRole('definition')).toHaveText(['£68.00', '£4.08', '£72.08']);
  await expect(page.getByText('Headline Trucker (Signal Red) was removed.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeFocused();
  await expect(quantity).toHaveValue('2');

  expect(shown).toHaveLength(2);
  expect(shown[0]).toContain('headline-trucker');
  expect(requested).toEqual(shown);
  expect(await picturesBy(page, 'link')).toEqual(shown.slice(0, 1));
  expect(await picturesBy(page, 'img')).toEqual(shown.slice(1));
  const preload = 'link[rel="preload"][as="image"]';
  await expect(page.locator(`head > ${preload} ~ style`)).not.toHaveCount(0);
  await expect(page.locator(`head > style ~ ${preload}`)).toHaveCount(0);

  held = Promise.withResolvers();
  await page.goto('/cart', { waitUntil: 'commit' });
  await quantity.selectOption('3');
  await summary.getByText('Discount code').click();
  await summary.getByLabel('Discount code').fill('TOO-SOON');
  await summary.getByRole('button', { name: 'Apply' }).click();
  await page.goto('/contact-us', { waitUntil: 'commit' });
  await page.goto('/cart', { waitUntil: 'commit' });
  await expect(quantity, 'chosen before the shopper left').toHaveValue('3');
  await line.getByRole('button', { name: 'DELETE' }).click();
  await page.goto('/contact-us', { waitUntil: 'commit' });
  await page.goto('/cart', { waitUntil: 'commit' });
  await expect(page.getByText('Nothing in here yet.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('discountCode'))).toBe('TOO-SOON');
});

test('an empty cart says so before its scripts have loaded, requests no picture, and says that it cannot be checked out; so does damaged storage', async ({
  page,
}) => {
  const scripts = Promise.withResolvers<undefined>();
  await page.route('**/_astro/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/cart', { waitUntil: 'commit' });
  const empty = page.getByText('Nothing in here yet.');
  await expect(empty).toBeVisible();
  await page.getByRole('button', { name: 'CHECKOUT' }).click();
  scripts.resolve(undefined);
  await page.waitForLoadState('networkidle');
  expect(await picturesBy(page, 'link')).toEqual([]);
  expect(await picturesBy(page, 'img')).toEqual([]);
  await expect(page.getByRole('status').filter({ hasText: 'Your cart is empty.' })).toBeVisible();
  await expect(page).toHaveURL(/\/cart\/?$/);
  await expectAccessible(page);

  // The script in the head that requests the first picture reads the storage by itself.
  for (const damaged of ['no JSON', '{}', '{"cart":[{"name":"Half a line"}]}', '{"cart":7}'])
    await test.step(damaged, async () => {
      await page.evaluate((text) => localStorage.setItem('root', text), damaged);
      await page.reload();
      await expect(empty).toBeVisible();
      await expect(page.getByRole('main').locator('li')).toHaveCount(0);
      expect(await picturesBy(page, 'link')).toEqual([]);
    });
});

test('opening the cart says which lines were reduced and which were removed', async ({
  page,
  sql,
}) => {
  const trucker = 'Ecru / Navy';
  const snood = 'Oatmeal';
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
  await expectAccessible(page, { oneWidth: true });
});

test('a price that changed since the build is announced before CHECKOUT, which stores the lines and their price', async ({
  page,
  sql,
}) => {
  await withOwnProduct(sql, async (id) => {
    await comeAgain(page, { lines: [{ product: id, colour: 'Pictured', quantity: 3 }] });
    await sql`update products set price_pence = 4150 where id = ${id}`;
    await page.goto('/cart');
    const news = page.getByRole('status').filter({ hasText: 'price' });
    await expect(news).toHaveText(
      'The price of Lone Picture Cap has changed from £39.00 (£41.34 with tax) to £41.50 (£43.99 with tax).',
    );
    const summary = page.getByRole('region', { name: 'Order Summary' });
    await expect(summary.getByRole('definition')).toHaveText(['£124.50', '£7.47', '£131.97']);
    await expectAccessible(page, { oneWidth: true });

    await sql`update products set price_pence = 3000 where id = ${id}`;
    await page.getByRole('button', { name: 'CHECKOUT' }).click();
    await expect(news).toHaveText(
      'The price of Lone Picture Cap has changed from £41.50 (£43.99 with tax) to £30.00 (£31.80 with tax).',
    );
    await expect(page).toHaveURL(/\/cart\/?$/);
    await page.getByRole('button', { name: 'CHECKOUT' }).click();
    await expect(page).toHaveURL(/\/login\/?$/);
    expect(await stored(page, 'subtotal')).toBe('90.00');
    expect(await stored(page, 'taxRate')).toBe('6');
    expect(JSON.parse((await stored(page, 'cartItems')) ?? '')).toMatchObject([
      { name: 'Lone Picture Cap', quantity: 3, selectedColor: { color_name: 'Pictured' } },
    ]);
  });
});

test('CHECKOUT waits for the cart’s first check and stays for its news, and for a line deleted meanwhile', async ({
  page,
  sql,
}) => {
  await withOwnProduct(sql, async (id) => {
    await comeAgain(page, { lines: [{ product: id, colour: 'Pictured', quantity: 3 }] });
    await sql`update color_variants set quantity = 2 where product_id = ${id}`;
    let answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/cartvalidate/', async (route) => {
      await answers.shift()?.promise;
      await route.continue();
    });
    const [first, second] = answers;
    const checkout = page.getByRole('button', { name: 'CHECKOUT' });
    await page.goto('/cart');
    await checkout.click();
    await expect(checkout).toHaveAttribute('aria-busy', 'true');
    first?.resolve();
    const news = page.getByRole('status').filter({ hasText: 'only 2 left' });
    await expect(news).toBeVisible();
    second?.resolve();
    await expect(checkout).toHaveAttribute('aria-busy', 'false');
    await expect(news).toBeVisible();

    const third = Promise.withResolvers<void>();
    answers = [third];
    await page.reload();
    await checkout.click();
    await page.getByRole('button', { name: /^DELETE/ }).click();
    third.resolve();
    await expect(page.getByText('Your cart is empty.')).toBeVisible();
    await expect(checkout).toHaveAttribute('aria-busy', 'false');
    await expect(page).toHaveURL(/\/cart\/?$/);
  });
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
