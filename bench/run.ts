/**
 * `npm run bench`: measures the built shop on an emulated phone with a slow connection, prints every
 * figure with its limit, then measures the API. Options: `--runs 5`, `--part pages` or `api` for one
 * of the two, `--only home,listing`, `--json FILE`, and `--origin URL` with
 * `--pages home=/,listing=/shop` to measure another shop the same way.
 */
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { findChromium } from '#harness/chromium.ts';
import { benchApi } from './api.ts';
import { startBuiltShop } from './built-shop.ts';
import { conditions } from './conditions.ts';
import { scalesImages } from '#harness/image-cdn.ts';
import { limits, listingScale, type PageName } from './limits.ts';
import { medianListing } from './listing-scale.ts';
import { type MeasuredPage, measurePage } from './page-figures.ts';
import { pageTable } from './page-table.ts';
import { someProduct, storedShopper } from './shopper-state.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    part: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'string', default: 'bench.json' },
    origin: { type: 'string' },
    pages: { type: 'string', default: 'home=/' },
  },
});

function isPageName(name: string): name is PageName {
  return name in limits;
}

function namedPages(text: string): MeasuredPage[] {
  return text.split(',').map((entry) => {
    const [name = '', path = '/'] = entry.split('=');
    if (!isPageName(name))
      throw new Error(`Not a page: ${name}. One of ${Object.keys(limits).join(', ')}.`);
    return { name, path };
  });
}

async function ownPages(origin: string): Promise<MeasuredPage[]> {
  const { product } = await someProduct(origin);
  const init = await storedShopper(origin);
  return [
    { name: 'home', path: '/', link: 'main a.button[href="/all-products"]' },
    { name: 'listing', path: '/all-products', adds: true, link: '[data-cards] a' },
    {
      name: 'product',
      path: `/product-details/${product.id}`,
      adds: true,
      link: 'nav[aria-label="Breadcrumb"] a',
    },
    { name: 'cart', path: '/cart', init },
    { name: 'billing', path: '/billing', init },
    { name: 'login', path: '/login' },
  ];
}

const runs = Number(options.runs);
if (options.part === 'api') {
  writeFileSync(options.json, JSON.stringify({ api: await benchApi(runs) }, null, 2));
  process.exit();
}

const shop = options.origin ? null : await startBuiltShop();
const origin = options.origin?.replace(/\/$/, '') ?? shop?.origin ?? '';
const browser = await chromium.launch(await findChromium());
try {
  const only = options.only?.split(',');
  const pages = (shop ? await ownPages(origin) : namedPages(options.pages)).filter(
    ({ name }) => !only || only.includes(name),
  );
  const { latency, downloadThroughput, cpuSlowdown, viewport } = conditions;
  console.log(
    `${viewport.width} × ${viewport.height}, ${(downloadThroughput * 8) / 1e6} Mbps, ${latency} ms, ` +
      `CPU ${cpuSlowdown}x slower, medians of ${options.runs} runs, ${os.cpus().length} cores, ` +
      `load ${os.loadavg()[0]?.toFixed(1)}, Chromium ${browser.version()}`,
  );
  if (shop && !scalesImages) console.log('sharp is not installed: pictures are served unscaled.');
  if (shop) {
    const { seconds, pages: count, files, kilobytes } = shop.build;
    console.log(
      `Build: ${seconds.toFixed(1)} s, ${count} pages, ${((seconds * 1000) / count).toFixed(0)} ms per page; ` +
        `dist: ${files} files, ${kilobytes} kB`,
    );
  }
  const measured = [];
  for (const page of pages) {
    measured.push(await measurePage(browser, origin, page, runs));
    console.log(`  ${page.name} measured`);
  }
  console.log(`\n${pageTable(measured)}`);
  const { products, budget } = listingScale;
  const scale =
    shop && (!only || only.includes('listing'))
      ? await medianListing(browser, origin, products, runs)
      : undefined;
  if (scale) {
    console.log(
      `With ${products} products: sorted after ${scale.sort} ms, filtered after ${scale.filter} ms (≤ ${budget})`,
    );
  }
  const api = shop && options.part !== 'pages' ? await benchApi(runs, shop.database) : undefined;
  const report = { conditions, build: shop?.build, pages: measured, scale, api };
  writeFileSync(options.json, JSON.stringify(report, null, 2));
} finally {
  await browser.close();
  await shop?.close();
}
