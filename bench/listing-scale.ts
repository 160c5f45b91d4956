import type { Browser, Page } from 'playwright';
import type { Product } from '#domain/catalogue/product.ts';
import { afterFrame } from './after-frame.ts';
import { openPhone } from './conditions.ts';
import { median } from './median.ts';

const COLOURS = ['Rust', 'Ecru / Navy', 'Graphite', 'Signal Red', 'Olive', 'Mustard', 'Ink'];
const CATEGORIES = ['Women', 'Men', 'Bucket Hats', 'Trucker Hats', 'Beanies', 'Sunglasses'];

/** Generates products in three colours each, with varied prices and stock. */
function madeUpProducts(count: number): Product[] {
  return Array.from({ length: count }, (_, index) => ({
    id: 100_000 + index,
    name: `Made-up Piece ${index}`,
    description: 'A piece that only a measurement needs, told in a sentence of the usual length.',
    price: 20 + ((index * 37) % 180),
    category_name: CATEGORIES[index % CATEGORIES.length] ?? '',
    created_at: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    color_variants: [0, 1, 2].map((colour) => ({
      id: 1_000_000 + index * 3 + colour,
      color_name: COLOURS[(index + colour) % COLOURS.length] ?? '',
      quantity: (index + colour) % 4,
      images: [],
    })),
  }));
}

/** Reports when a control is used and when the new cards are painted, in Unix milliseconds. */
const watchCards = `${afterFrame}
  for (const type of ['change', 'submit']) addEventListener(type, (event) => {
    if (!event.target.closest('[data-filters]') || type === 'submit')
      reportUse(performance.timeOrigin + event.timeStamp);
  }, true);
  addEventListener('DOMContentLoaded', () => {
    const cards = document.querySelector('[data-cards]');
    const report = () => reportCards(performance.timeOrigin + performance.now());
    new MutationObserver(() => afterFrame(report)).observe(cards, { childList: true });
  });`;

/** Responds to the page's API calls with these products instead of the shop's. */
async function answerWith(page: Page, products: readonly Product[]): Promise<void> {
  await page.route(/\/productListing\/(\?first=\d+)?$/, (route) => {
    const { searchParams } = new URL(route.request().url());
    const first = Number(searchParams.get('first') ?? products.length);
    return route.fulfill({ json: products.slice(0, first) });
  });
}

/** Milliseconds until the new cards are painted. */
export interface ListingTimes {
  sort: number;
  filter: number;
}

async function timeListing(
  browser: Browser,
  origin: string,
  count: number | undefined,
): Promise<ListingTimes> {
  const phone = await openPhone(browser, watchCards);
  const { page } = phone;
  let used = 0;
  let shown = Promise.withResolvers<number>();
  async function timed(use: () => Promise<unknown>): Promise<number> {
    shown = Promise.withResolvers<number>();
    await use();
    return Math.round((await shown.promise) - used);
  }
  try {
    await page.exposeFunction('reportUse', (time: number) => (used = time));
    await page.exposeFunction('reportCards', (time: number) => shown.resolve(time));
    if (count !== undefined) await answerWith(page, madeUpProducts(count));
    await page.goto(`${origin}/all-products`, { waitUntil: 'load', timeout: 60_000 });
    if (count !== undefined) {
      // The page was built without these products, so it fetches all of them at once.
      await page.getByText(`${count * 3} pieces`).waitFor({ timeout: 60_000 });
    }
    await page.waitForTimeout(1000);
    const order = page.getByRole('combobox', { name: 'Sort by' });
    await order.focus();
    await page.waitForTimeout(1000);
    const sort = await timed(() => order.selectOption('price-desc'));
    await page.locator('[data-filters] summary').tap();
    await page.getByRole('checkbox', { name: /^In stock/ }).check();
    await page.waitForTimeout(1000);
    const filter = await timed(() => page.getByRole('button', { name: 'Apply' }).tap());
    return { sort, filter };
  } finally {
    await phone.close();
  }
}

/**
 * Times sorting and filtering, once all products have been fetched; medians.
 * @param count number of generated products that replace the shop's own.
 */
export async function medianListing(
  browser: Browser,
  origin: string,
  runs: number,
  count?: number,
): Promise<ListingTimes> {
  const times: ListingTimes[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await timeListing(browser, origin, count));
  return {
    sort: median(times.map(({ sort }) => sort)),
    filter: median(times.map(({ filter }) => filter)),
  };
}
