import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type RunningCdn, startCdn } from '#harness/cdn-server.ts';
import { loadAnswers } from '#harness/function-server.ts';
import { shopEnvironment } from '#harness/test-keys.ts';
import {
  attributeOf,
  elementWith,
  elementsIn,
  elementsWith,
  parsePage,
  serialize,
} from '#server/html/element-tree.ts';
import type { Element } from '#server/html/element-tree.ts';
import { catalogueColours } from '../support/site-pages.ts';

let cdn: RunningCdn;

beforeAll(async () => {
  Object.assign(process.env, shopEnvironment(inject('builtFromApi'), 'http://127.0.0.1:1'));
  cdn = await startCdn({
    folder: inject('distFolder'),
    functions: await loadAnswers(),
    compression: 'quick',
  });
});
afterAll(() => cdn.close());

const textOf = (element: Element | undefined): string =>
  element ? serialize(element).replaceAll(/<[^>]+>/g, '') : '';

/** Opens a page as a browser without JavaScript. */
async function open(address: string) {
  const answer = await fetch(cdn.origin + address);
  const page = parsePage(await answer.text());
  const grid = elementWith(page, 'data-cards');
  const cards = grid ? elementsWith(grid, 'data-card') : [];
  const next = elementsWith(page, 'rel', 'next')[0];
  return {
    page,
    answer,
    cards: cards.map((card) => {
      const link = elementsIn(card).find(({ tagName }) => tagName === 'a');
      return {
        variant: Number(link && attributeOf(link, 'href')?.split('colour=')[1]),
        name: textOf(elementWith(card, 'data-card-name')),
        price: textOf(elementWith(card, 'data-card-price')),
        html: serialize(card),
      };
    }),
    count: textOf(elementWith(page, 'data-listing-count')),
    current: textOf(elementWith(page, 'aria-current', 'page')),
    next: next && attributeOf(next, 'href'),
  };
}

/** All pages of a listing, reached by links. */
async function walk(address: string) {
  const pages = [await open(address)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
    pages.push(await open(next.replaceAll('&amp;', '&')));
    if (pages.length > 100) throw new Error('The links go round in circles');
  }
  return pages;
}

/** Inline scripts of a page. */
async function scriptsOf(address: string): Promise<string[]> {
  const { answer, page } = await open(address);
  expect(answer.status).toBe(200);
  const scripts = elementsIn(page).filter(({ tagName }) => tagName === 'script');
  return scripts.map((script) => serialize(script));
}

const colours = await catalogueColours();

describe('without JavaScript', () => {
  test('links lead through all pages of all products, each colour once', async () => {
    const pages = await walk('/all-products');
    const shown = pages.flatMap(({ cards }) => cards.map(({ variant }) => variant));
    expect(shown.toSorted((a, b) => a - b)).toEqual(colours.map(({ variant }) => variant));
    expect(pages.map(({ current }) => current)).toEqual(pages.map((_, index) => `${index + 1}`));
    expect(new Set(pages.map(({ count }) => count)).size).toBe(1);
    const [, second] = pages;
    expect(second?.answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(second?.answer.headers.get('cache-control')).toBe('no-store');
    expect(second?.answer.headers.get('x-frame-options')).toBe('DENY');
  });

  test('the cards of later pages equal those of the build', async () => {
    const built = await open('/all-products');
    const plain = await open('/pages/all-products');
    const attributes = / (?:loading|fetchpriority|decoding|disabled)(?:="[^"]*")?/g;
    const plainly = (html: string) =>
      html
        .replaceAll(attributes, '')
        .replaceAll(/ ([\w-]+)=""/g, ' $1')
        .replaceAll(/\s+/g, ' ');
    // The order of attributes does not matter.
    const sorted = (html: string) =>
      plainly(html)
        .split(/(?=[ <>])/)
        .toSorted();
    expect(plain.cards.map(({ html }) => sorted(html))).toEqual(
      built.cards.map(({ html }) => sorted(html)),
    );
  });

  test('the pages of a category have its name and only its products', async () => {
    const pages = await walk('/productListing/3');
    expect(pages.length).toBeGreaterThan(0);
    const plain = await open('/pages/productListing/3');
    expect(plain.cards).toEqual(expect.arrayContaining([{ ...plain.cards[0] }]));
    expect(textOf(elementWith(plain.page, 'data-listing-title'))).toBe('Bucket Hats');
    expect(plain.cards.length).toBeLessThanOrEqual(10);
    expect(plain.count).toBe(pages[0]?.count);
  });

  test('sort, filters and search work by form and persist across pages', async () => {
    const cheap = await walk('/pages/all-products?sort=price-asc&price=20+-+40&colour=Black');
    const cards = cheap.flatMap((page) => page.cards);
    const prices = cards.map(({ price }) => Number(price.replace(/[^\d.]/g, '')));
    expect(prices.length).toBeGreaterThan(1);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(prices.every((price) => price >= 20 && price <= 40)).toBe(true);
    const [first] = cheap;
    const html = first ? serialize(first.page) : '';
    expect(html).toMatch(/<option value="price-asc" selected="">/);
    expect(html).toMatch(/<input(?=[^>]*value="Black")(?=[^>]*checked)/);
    expect(html).toMatch(/<input(?=[^>]*id="price-range")(?=[^>]*value="20 - 40")/);

    const found = await open('/pages/all-products?q=beanie');
    expect(found.cards.length).toBeGreaterThan(0);
    expect(found.cards.every(({ html: card }) => /beanie/i.test(card))).toBe(true);
  });

  test.each([
    '/pages/all-products?page=999999',
    '/pages/all-products?page=-1&sort=%3Cscript%3E&colour=%00',
    '/pages/all-products?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&price=%22%3E%3Cscript%3E',
  ])('%s runs nothing from the URL', async (address) => {
    expect(await scriptsOf(address)).toEqual(await scriptsOf('/pages/all-products'));
  });

  test.each(['/pages/productListing/999999', '/pages/productListing/hats', '/pages/else'])(
    '%s is not a page',
    async (address) => {
      const { answer, page } = await open(address);
      expect(answer.status).toBe(404);
      expect(serialize(page)).toContain('404 Not Found');
    },
  );

  test('a form submitted without scripts is refused with a message, and nothing is stored', async () => {
    // Not by fetch(), which sets the Sec-Fetch headers itself.
    const functions = await loadAnswers();
    const form = new Request(`${cdn.origin}/api/complaint/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Sec-Fetch-Mode': 'navigate',
      },
      body: 'email=ada%40example.com',
    });
    const answer = await functions(form);
    expect(answer.status).toBe(415);
    expect(answer.headers.get('content-type')).toContain('text/html');
    const text = await answer.text();
    expect(text).toContain('This form needs JavaScript');
    expect(text).not.toContain('ada@');
  });

  test.each([
    ['same-origin', 'email=ada%40example.com&place=footer', 200, 'Check your inbox to confirm.'],
    ['same-origin', 'email=ada&place=footer', 400, 'That did not work'],
    ['cross-site', 'email=ada%40example.com&place=footer', 415, 'This form needs JavaScript'],
  ])('a %s form with %s gets %i', async (site, body, status, text) => {
    const functions = await loadAnswers();
    const form = new Request(`${cdn.origin}/api/listing/subscribe/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Site': site,
      },
      body,
    });
    const answer = await functions(form);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(text);
  });
});
