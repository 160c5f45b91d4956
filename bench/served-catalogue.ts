import { existsSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { z } from 'zod';
import { startCdn } from '#harness/cdn-server.ts';
import { loadAnswers } from '#harness/function-server.ts';
import { pence } from '#domain/money.ts';
import { totalWithTax } from '#domain/tax.ts';
import { readSearchFile, searchFileAddress } from '#domain/search/search-file.ts';
import { median } from './median.ts';

interface Expected {
  id: number;
  name: string;
  pence: number;
}

/** Fetches at once; the functions run in this process. */
const CLIENTS = 2;

const Taxes = z.object({ tax: z.number() });
const Listing = z.array(z.object({ id: z.int() }));

function idsIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, id = '']) => id);
}

/**
 * Faults of a product's page.
 * @param tax per cent that the page's price includes beyond the catalogue's.
 */
function faultsOf(html: string, { id, name, pence: price }: Expected, tax: number): string[] {
  const title = /<title>([^<]*)</.exec(html)?.[1] ?? '';
  const shown = /"price":"?(\d+(?:\.\d+)?)/.exec(html)?.[1];
  return [
    title.startsWith(`${name} `) ? '' : `page ${id} has another title`,
    Math.round(Number(shown) * 100) === totalWithTax(pence(price), tax)
      ? ''
      : `page ${id} costs ${shown}`,
  ].filter(Boolean);
}

/**
 * Fetches each product's page once from a built shop, and its sitemap, listing, search and feed.
 * @param port the address that `SITE_URL` named when it was built.
 * @returns a line with the figures.
 * @throws Error naming pages without their title or price, and lists that are incomplete.
 */
export async function checkServedCatalogue(
  dist: string,
  databaseUrl: string,
  port: number,
): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const expected = await sql<Expected[]>`
    select id::int, name, price_pence as pence from products order by id`;
  await sql.end();
  const cdn = await startCdn({
    folder: dist,
    functions: await loadAnswers(),
    port,
    compression: 'quick',
  });
  const faults: string[] = [];
  let repeated = 0;
  const times = { built: [] as number[], rendered: [] as number[] };
  const fetched = async (address: string) => {
    let answer = await fetch(cdn.origin + address);
    // The database took more than 9 s: a busy machine.
    for (let tries = 0; answer.status === 503 && tries < 3; tries += 1) {
      repeated += 1;
      answer = await fetch(cdn.origin + address);
    }
    if (answer.status !== 200) faults.push(`${address} answered ${answer.status}`);
    return answer.text();
  };

  const { tax } = Taxes.parse(JSON.parse(await fetched('/api/listing/additionalPays/?country=GB')));

  async function visit(products: Iterator<Expected>): Promise<void> {
    for (let next = products.next(); !next.done; next = products.next()) {
      const address = `/product-details/${next.value.id}`;
      const kind = existsSync(path.join(dist, address, 'index.html')) ? 'built' : 'rendered';
      const began = performance.now();
      const html = await fetched(address);
      times[kind].push(performance.now() - began);
      faults.push(...faultsOf(html, next.value, tax));
    }
  }

  /** Compares the products that a list has with the shop's. */
  function compare(list: string, ids: Iterable<string | number>): void {
    const found = new Set(Array.from(ids, Number));
    const missing = expected.filter(({ id }) => !found.has(id)).length;
    if (missing > 0 || found.size !== expected.length)
      faults.push(`${list} has ${found.size} products and lacks ${missing}`);
  }

  try {
    const began = performance.now();
    const products = expected.values();
    await Promise.all(Array.from({ length: CLIENTS }, () => visit(products)));
    const seconds = (performance.now() - began) / 1000;

    compare('The sitemap', idsIn(await fetched('/sitemap.xml'), /product-details\/(\d+)</g));
    compare('The feed', idsIn(await fetched('/merchant-feed.xml'), /<g:item_group_id>(\d+)</g));
    const listing = Listing.parse(JSON.parse(await fetched('/api/listing/productListing/')));
    compare(
      'The listing',
      listing.map(({ id }) => id),
    );
    // The listing without JavaScript has pages, made of the listing above.
    const page = await fetched('/pages/all-products?page=2');
    if (!/href="\/product-details\/\d+/.test(page)) faults.push('Page 2 of the listing is empty');
    const search = async (index: number) =>
      readSearchFile(JSON.parse(await fetched(searchFileAddress(index))));
    const first = await search(0);
    const others = await Promise.all(
      Array.from({ length: first.more }, (_, index) => search(index + 1)),
    );
    compare(
      'Search',
      [first, ...others].flatMap(({ entries }) => entries.map(({ id }) => id)),
    );
    if (faults.length > 0)
      throw new Error(`${faults.length} faults:\n${faults.slice(0, 20).join('\n')}`);
    return (
      `${expected.length} pages in ${seconds.toFixed(0)} s: ${times.built.length} built, ` +
      `${times.rendered.length} by the function (median ${median(times.rendered).toFixed(1)} ms), ` +
      `${repeated} fetched again after 503; ` +
      'sitemap, feed, listing and search complete'
    );
  } finally {
    await cdn.close();
  }
}
