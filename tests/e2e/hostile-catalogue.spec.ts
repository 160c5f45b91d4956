import type { Page } from 'playwright/test';
import { plainText } from '#domain/site-content/plain-text.ts';
import { builtAwkwardly, siteUrl, stockAwkwardly, type Stocked } from '../support/awkward-site.ts';
import { stockProduct, withDatabase, youngProduct } from '../support/hostile-products.ts';
import { startWholeShop, type WholeShop } from '../support/whole-shop.ts';
import { expectAccessible } from './accessibility.ts';
import {
  addToCart,
  expect,
  fillBillingAndCheckOut,
  payWith,
  signUpAndLogIn,
  test,
} from './shop-test.ts';

// A separate shop, built from a catalogue of hostile texts. On a phone, because long words break narrow
// layouts first.
test.describe.configure({ mode: 'serial' });

let shop: WholeShop | undefined;
let built: Stocked[] = [];

test.beforeAll(async () => {
  shop = await startWholeShop({
    async stock(url) {
      built = await stockAwkwardly(url);
    },
    build: (folder, env) => builtAwkwardly(folder, env['SUPABASE_URL']),
  });
});
test.afterAll(() => shop?.close());

function originOfShop(): string {
  if (!shop) throw new Error('The shop is not open');
  return shop.origin;
}

/** Opens a page and expects that no text became markup, nothing ran, and nothing overflows the screen. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(originOfShop() + address, { waitUntil: 'networkidle' });
  await expectUnharmed(page);
}

async function expectUnharmed(page: Page): Promise<void> {
  const { made, beyond } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const ours = 'evil-thing, [onclick], [onload], [onerror], img[src="x"]';
    const scripts = [...document.scripts].filter(
      ({ type, textContent }) => type !== 'application/ld+json' && textContent.includes('ran()'),
    );
    return {
      made: [...document.querySelectorAll(ours), ...scripts].map(({ outerHTML }) => outerHTML),
      beyond: scrollWidth - clientWidth,
    };
  });
  expect(made, 'elements made of texts').toEqual([]);
  expect(beyond, 'pixels beyond the screen').toBe(0);
}

/** Collapses a text onto one line. */
function flat(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** Texts of all elements that match a selector. */
function textsOf(page: Page, selector: string): Promise<(string | null)[]> {
  return page.locator(selector).evaluateAll((all) => all.map(({ textContent }) => textContent));
}

/** The current document as browsers without scripts read it, with the texts of elements by selector. */
function withoutScripts(page: Page, selectors: readonly string[]): Promise<(string | null)[][]> {
  return page.evaluate(async (wanted) => {
    const html = await (await fetch(location.href)).text();
    const read = new DOMParser().parseFromString(html, 'text/html');
    return wanted.map((selector) =>
      Array.from(read.querySelectorAll(selector), ({ textContent }) => textContent),
    );
  }, selectors);
}

/** Texts of all elements of an XML file with this tag. */
function textsInXml(page: Page, file: string, tag: string): Promise<(string | null)[]> {
  return page.evaluate(
    async ([address, name]) => {
      const text = await (await fetch(address)).text();
      const document = new DOMParser().parseFromString(text, 'application/xml');
      if (document.querySelector('parsererror')) throw new Error(`${address} is not XML`);
      return Array.from(document.getElementsByTagName(name), ({ textContent }) => textContent);
    },
    [file, tag] as const,
  );
}

test('pages, sitemap and feed show hostile texts verbatim, with and without scripts @phone', async ({
  page,
}) => {
  for (const { ids, name, description, colour, category } of built) {
    await open(page, `/product-details/${ids.product}`);
    const selectors = ['h1', 'main', 'nav[aria-label=Breadcrumb]'];
    const scripted = await Promise.all(selectors.map((selector) => textsOf(page, selector)));
    for (const [headings, main, crumbs] of [await withoutScripts(page, selectors), scripted]) {
      expect(headings).toEqual([name]);
      expect(flat(main?.join('') ?? '')).toContain(flat(plainText(description)));
      expect(main?.join('')).toContain(colour);
      expect(crumbs).toContainEqual(expect.stringContaining(category));
    }
    const head = await page.evaluate(() => ({
      title: document.querySelector('title')?.textContent,
      description: document.querySelector('meta[name=description]')?.getAttribute('content'),
      shared: document.querySelector('meta[property="og:title"]')?.getAttribute('content'),
      sharedText: document
        .querySelector('meta[property="og:description"]')
        ?.getAttribute('content'),
      facts: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        ({ textContent }): unknown => JSON.parse(textContent),
      ),
    }));
    const { description: summary, sharedText, facts, ...titles } = head;
    expect(titles).toEqual({ title: `${name} – Minicia`, shared: `${name} – Minicia` });
    // Start of the description, on one line.
    expect(sharedText).toBe(summary);
    const beginning = summary?.replace(/…$/, '') ?? '';
    expect(beginning).not.toBe('');
    if (description !== '') expect(flat(plainText(description)).startsWith(beginning)).toBe(true);
    const type = expect.stringMatching(/^Product(?:Group)?$/);
    const product = expect.objectContaining({ '@type': type, name, category });
    const graph = expect.arrayContaining([product]);
    expect(facts).toEqual([expect.objectContaining({ '@graph': graph })]);
  }

  await test.step('the sitemap and the feed stay valid XML', async () => {
    const addresses = await textsInXml(page, '/sitemap.xml', 'loc');
    const titles = await textsInXml(page, '/merchant-feed.xml', 'g:title');
    for (const { ids, name, colour } of built) {
      expect(addresses).toContain(`${siteUrl}/product-details/${ids.product}`);
      const whole = flat(`${name} – ${colour}`);
      const own = titles.filter((title) => whole.startsWith(title?.replace(/…$/, '') ?? ' '));
      expect(own).toHaveLength(1);
    }
  });
});

test('listings, search, toast, cart, the drawer and the filter show them as text @phone', async ({
  page,
}) => {
  for (const { ids, name, colour, category } of built) {
    await open(page, `/productListing/${ids.category}`);
    expect(await textsOf(page, 'h1')).toEqual([category]);
    await expect(page.locator('[data-cards] [data-card]')).toHaveCount(1);
    expect(await textsOf(page, '[data-cards] [data-card-name]')).toEqual([name]);
    expect(await textsOf(page, '[data-cards] [data-card-colour]')).toEqual([colour]);
    expect(await textsOf(page, '[data-cards] [data-card-category]')).toEqual([category]);

    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox').fill(name);
    await expect(page.getByRole('option')).toHaveCount(1);
    expect(await textsOf(page, '[role=option] [data-name]')).toEqual([name]);
    expect(await textsOf(page, '[role=option] [data-colours]')).toEqual([colour]);
    const sheet = page.locator('#search');
    expect(await sheet.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await expectUnharmed(page);
    await page.getByRole('button', { name: 'Close search' }).click();
    await page.locator('[data-cards] button[data-add]').click();
    await expect(page.locator('[data-toast]')).toBeVisible();
    expect(await textsOf(page, '[data-toast-message]')).toEqual([
      `${name}, ${colour} is in your cart.`,
    ]);
    await expectUnharmed(page);
  }
  await page.getByRole('button', { name: 'MENU' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  const inDrawer = (await textsOf(page, '#drawer [data-category]')).map((text) => text?.trim());
  expect(inDrawer).toEqual(expect.arrayContaining(built.map(({ category }) => category)));
  const drawer = page.locator('#drawer');
  expect(await drawer.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await expectUnharmed(page);

  // Rendered by the script from live data, with the category in the URL.
  const [first] = built;
  await open(
    page,
    `/all-products?sort=price-asc&category=${encodeURIComponent(first?.category ?? '')}`,
  );
  await expect(page.locator('[data-cards] [data-card]')).toHaveCount(1);
  expect(await textsOf(page, '[data-cards] [data-card-name]')).toEqual([first?.name]);
  expect(await textsOf(page, '[data-listing-category] option')).toEqual(
    expect.arrayContaining(built.map(({ category }) => `${category} (1)`)),
  );
  expect(await textsOf(page, '[data-listing-note] li [data-chip-text]')).toEqual([first?.category]);

  await open(page, '/cart');
  expect(await textsOf(page, 'main li h2')).toEqual(built.map(({ name }) => name));
  expect(await textsOf(page, 'main li h2 + p')).toEqual(built.map(({ colour }) => colour));

  await test.step('so does the page of a product added since the build', async () => {
    const { name, description, colour } = youngProduct;
    const { product } = await withDatabase(shop?.databaseUrl ?? '', (sql) =>
      stockProduct(sql, youngProduct),
    );
    await open(page, `/product-details/${product}`);
    expect(await textsOf(page, 'h1')).toEqual([name]);
    const main = await page.locator('main').evaluate(({ textContent }) => textContent);
    expect(flat(main ?? '')).toContain(flat(plainText(description)));
    expect(main).toContain(colour);
    expect(await page.evaluate(() => document.querySelector('title')?.textContent)).toBe(
      `${name} – Minicia`,
    );
  });
});

test('inclusive prices equal the amount charged, and every total states the tax in it @phone', async ({
  page,
  account,
  loggedErrors,
}) => {
  loggedErrors.push(/The tax could not be fetched/);
  await page.goto(`${originOfShop()}/productListing/6`);
  await expect(page.locator('[data-cards] [data-card]').first()).toContainText('£120.00');
  await page.goto(`${originOfShop()}/product-details/8`);
  await expect(page.locator('[data-price]')).toHaveText('£34.00');
  await expect(page.getByText('All taxes are included.')).toBeVisible();
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await test.step('no tax is added on top when the shop is unreachable', async () => {
    await page.route('**/additionalPays/**', (route) => route.abort());
    await addToCart(page, 'Black / Bone');
    await expect(summary.getByRole('definition')).toHaveText(['£34.00', '£0.00', '£34.00']);
  });

  const asked = Promise.withResolvers<undefined>();
  await page.route('**/additionalPays/**', async (route) => {
    await asked.promise;
    await route.continue();
  });
  await page.reload();
  // No tax line is shown while the tax is being fetched.
  await expect(summary.getByRole('term')).toHaveText(['Subtotal', 'Estimated Total']);
  asked.resolve(undefined);
  await expect(summary.getByRole('definition')).toHaveText(['£34.00', '£34.00']);
  await expect(summary).toContainText('The total includes £5.67 tax (20%).');
  await expect(page.locator('main')).not.toContainText('with tax');
  await expectAccessible(page, { oneWidth: true });
  await page.getByRole('button', { name: 'CHECKOUT' }).click();
  await signUpAndLogIn(page, account);
  const order = page.getByRole('region', { name: 'Your order' });
  await expect(order.getByRole('definition')).toHaveText(['£34.00', '1', '£34.00']);
  await expect(order).toContainText('The total includes £5.67 tax.');
  await fillBillingAndCheckOut(page);
  await expect(page.locator('body')).not.toContainText(/estimated tax/i);
  await payWith(page, '4242 4242 4242 4242');
  await expect(page.getByText('You paid £34.00, £5.67 of it tax.')).toBeVisible();

  await withDatabase(shop?.databaseUrl ?? '', async (sql) => {
    const orders = await sql`
      select subtotal_pence, tax_pence, order_amount_pence, tax_inside_pence from orders`;
    expect([...orders]).toEqual([
      { subtotal_pence: 3400, tax_pence: 0, order_amount_pence: 3400, tax_inside_pence: 567 },
    ]);
    // Past orders keep their figures.
    await sql`update tax_settings set display = 'added', tax_basis_points = 600`;
  });
  await page.goto(`${originOfShop()}/account`);
  await expect(page.locator('main')).toContainText('The total includes £5.67 tax (20%).');
});
