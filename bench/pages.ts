import type { Browser } from 'playwright';
import type { BrowserLaunch } from '#harness/chromium.ts';
import type { RunningServer } from '#local/servers/http-server.ts';
import { timeAddToCart } from './add-to-cart.ts';
import {
  type CheckoutEffort,
  checkoutShoppers,
  type CheckoutShopper,
  walkToPayment,
} from './checkout-walk.ts';
import { desk, type DeviceName, phone } from './conditions.ts';
import { figureCell } from './figure-cell.ts';
import { inTurns } from './in-turns.ts';
import { listingLimits, pageLimits, visitLimits } from './limits.ts';
import { medianListing } from './listing-scale.ts';
import { measureLoad } from './load-figures.ts';
import { type ComparedLoad, exceededLimits, loadTable, ratioTable } from './load-table.ts';
import { median, medianOf } from './median.ts';
import type { BenchOptions } from './options.ts';
import { type PageName, pageAt, type Shop, stateFor, type WalkName, walkNames } from './shop.ts';
import { type MeasuredWalk, measureWalk } from './walk-figures.ts';
import { servePlainCopy } from './plain-copy.ts';
import { serveTwoLines } from './two-lines.ts';
import { textTable } from './text-table.ts';
import { walkTable } from './walk-table.ts';
import { measureVisits, type VisitEffort } from './whole-visit.ts';

/** Larger than any catalogue so far. */
const manyProducts = 1000;

interface Benched {
  browser: Browser;
  launch: BrowserLaunch;
  /** This shop, and the one to compare it with. */
  shops: readonly [Shop, ...Shop[]];
  options: BenchOptions;
}

/** Runs a part and prints how long it took. */
async function announced<Result>(name: string, part: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await part();
  console.log(`  ${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return result;
}

async function measurePageLoad(
  { browser, shops, options: { runs } }: Benched,
  page: PageName,
  from: RunningServer,
): Promise<ComparedLoad | undefined> {
  const [shop, ...others] = shops;
  const path = shop.pages[page];
  if (path === undefined) return undefined;
  const copy = await servePlainCopy(browser, shop.origin + path, stateFor(shop, page));
  try {
    const references = [pageAt(copy.url, page, path), pageAt(from.url, page, '/')];
    const [own, plain, twoLines, other] = await measureLoad(
      browser,
      [shop, ...references, ...others],
      page,
      { runs, from },
    );
    return own && plain && twoLines && { page, own, plain, twoLines, other };
  } finally {
    await copy.close();
  }
}

async function benchLoads(benched: Benched) {
  const from = await serveTwoLines();
  try {
    const loads: ComparedLoad[] = [];
    for (const page of benched.options.pages) {
      const load = await announced(page, () => measurePageLoad(benched, page, from));
      if (load) loads.push(load);
    }
    console.log(`\n${loadTable(loads)}\n\n${ratioTable(loads)}\n`);
    return { loads, exceeded: exceededLimits(loads) };
  } finally {
    await from.close();
  }
}

async function benchAdds({ launch, shops, options }: Benched) {
  const measured: { page: PageName; times: number[][] }[] = [];
  for (const page of options.pages.filter((name) => shops[0].adds[name] !== undefined)) {
    const times = await announced(`Add to Cart, ${page}`, () =>
      inTurns(shops, options.runs, (shop) => timeAddToCart(launch, shop, page)),
    );
    const [own, other] = times.map((list) => medianOf(list, (time) => time));
    const cell = figureCell(own, pageLimits[page].addToCart, other);
    console.log(`Add to Cart to count, ${page}: ${cell} ms`);
    measured.push({ page, times });
  }
  return measured;
}

async function benchListing({ browser, shops: [{ origin }], options }: Benched) {
  const measured = [];
  for (const count of [undefined, manyProducts]) {
    const name = count === undefined ? 'Own products' : `${count} products`;
    const figures = await announced(name, () =>
      medianListing(browser, origin, options.runs, count),
    );
    const cell = (key: 'sort' | 'filter') => figureCell(figures[key], listingLimits[key]);
    console.log(`${name}: sorted after ${cell('sort')} ms, filtered after ${cell('filter')} ms`);
    measured.push({ count, ...figures });
  }
  return measured;
}

async function benchCheckout({ browser, shops: [{ origin }], options }: Benched) {
  const measured: { shopper: CheckoutShopper; walks: CheckoutEffort[] }[] = [];
  for (const shopper of checkoutShoppers) {
    const walks: CheckoutEffort[] = [];
    await announced(`Checkout, ${shopper}`, async () => {
      for (let run = 0; run < options.runs; run += 1) {
        walks.push(await walkToPayment(browser, origin, shopper));
      }
    });
    measured.push({ shopper, walks });
  }
  const rows = measured.map(({ shopper, walks }) => [
    shopper,
    String(medianOf(walks, ({ taps }) => taps)),
    String(medianOf(walks, ({ typed }) => typed)),
    median(walks.map(({ seconds }) => seconds)).toFixed(1),
  ]);
  const header = ['Add to Cart to the payment page', 'taps', 'characters', 'seconds'];
  console.log(`\n${textTable([header, ...rows])}\n`);
  return measured;
}

async function benchWalks(device: DeviceName, { launch, shops, options }: Benched) {
  const measured: { to: WalkName; own: MeasuredWalk; other: MeasuredWalk | undefined }[] = [];
  for (const to of walkNames) {
    const [own, other] = await announced(`${device}, to ${to}`, () =>
      measureWalk(launch, device, shops, to, options.runs),
    );
    if (own) measured.push({ to, own, other });
  }
  const compared = measured.map(({ to, own, other }) => ({
    to,
    figures: own.figures,
    other: other?.figures,
  }));
  console.log(`\n${walkTable(device, compared)}\n`);
  return measured;
}

async function benchVisit({ launch, shops, options }: Benched) {
  const measured = await announced('Visit', () => measureVisits(launch, shops, options.runs));
  const [own, other] = measured;
  if (own) {
    const rows: { key: keyof VisitEffort; label: string; limit?: number }[] = [
      { key: 'cpu', label: 'main threads, not throttled, ms' },
      { key: 'sent', label: 'sent without images, kB', limit: visitLimits.sent },
      { key: 'requests', label: 'requests' },
    ];
    const lines = rows.map(({ key, label, limit }) => [
      label,
      figureCell(own[key], limit, other?.[key]),
    ]);
    console.log(`\n${textTable([['listing → product → Add to Cart → cart', ''], ...lines])}\n`);
  }
  return measured;
}

/** Measures the shop's pages, prints the figures with their limits, and returns all results. */
export async function benchPages(benched: Benched) {
  const wanted = new Set(benched.options.measures);
  const isThisShop = benched.options.shop === undefined;
  return {
    conditions: { phone, desk },
    ...(wanted.has('loads') && (await benchLoads(benched))),
    adds: wanted.has('adds') ? await benchAdds(benched) : [],
    listing: wanted.has('listing') && isThisShop ? await benchListing(benched) : [],
    phone: wanted.has('phone') ? await benchWalks('phone', benched) : [],
    desk: wanted.has('desk') ? await benchWalks('desk', benched) : [],
    visit: wanted.has('visit') ? await benchVisit(benched) : [],
    checkout: wanted.has('checkout') && isThisShop ? await benchCheckout(benched) : [],
  };
}
