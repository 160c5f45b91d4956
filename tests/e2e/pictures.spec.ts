import type { Page, Response } from 'playwright/test';
import { scrollTo } from './scrolling.ts';
import { expect, test } from './shop-test.ts';

/** Budget of pictures loaded on a phone before scrolling, in bytes. */
const PICTURE_BUDGET = 600_000;

/**
 * @property widestRow number of cards in the first row of a wide screen. The HTML is the same for every screen, so
 *   their pictures load at once.
 */
const pages: readonly { address: string; widestRow?: number }[] = [
  { address: '/' },
  { address: '/all-products', widestRow: 4 },
  { address: '/productListing/1', widestRow: 5 },
  { address: '/product-details/16' },
];

/** Attributes and sizes of a page's pictures. */
function picturesOf(page: Page) {
  return page.locator('img').evaluateAll((pictures: HTMLImageElement[]) =>
    pictures.map((picture) => {
      const { top } = picture.getBoundingClientRect();
      return {
        shown: picture.checkVisibility(),
        source: picture.currentSrc || picture.src,
        sized: ['width', 'height'].every((side) => Number(picture.getAttribute(side)) > 0),
        loading: picture.loading,
        top: Math.round(top),
        isSecond: picture.closest('.second') !== null,
        loaded: picture.naturalWidth > 1,
      };
    }),
  );
}

async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) await scrollTo(page, top);
  await page.waitForLoadState('networkidle');
}

/** Expects that each picture, none of which has loaded, has its size and a colour of its own. */
async function expectReserved(page: Page): Promise<void> {
  const pictures = await picturesOf(page);
  expect(pictures).not.toHaveLength(0);
  for (const { source, sized } of pictures) expect.soft(sized, source).toBe(true);
  const rooms = await page.locator('main img').evaluateAll((images: HTMLImageElement[]) =>
    images
      .filter((image) => image.checkVisibility())
      .map((image) => {
        let place: Element | null = image;
        while (place?.localName !== 'main' && place) {
          const { backgroundColor } = getComputedStyle(place);
          if (backgroundColor !== 'rgba(0, 0, 0, 0)') break;
          place = place.parentElement;
        }
        const { width, height } = image.getBoundingClientRect();
        return { source: image.src, coloured: place?.localName !== 'main', width, height };
      }),
  );
  expect(rooms).not.toHaveLength(0);
  for (const { source, coloured, width, height } of rooms) {
    expect.soft(coloured, source).toBe(true);
    expect.soft(width * height, source).toBeGreaterThan(1000);
  }
}

for (const { address, widestRow } of pages)
  test(`${address} reserves the space of pictures, loads them when needed, and at most 600 kB on a phone before scrolling @layout`, async ({
    page,
    isMobile,
  }) => {
    const measured = Promise.withResolvers<undefined>();
    await page.route(/\/\.netlify\/images/, async (route) => {
      await measured.promise;
      await route.continue();
    });
    const responses: Response[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'image') responses.push(response);
    });
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await test.step('every picture reserves its space, in its own colour, before it loads', () =>
      expectReserved(page));
    const held = await picturesOf(page);
    measured.resolve(undefined);
    await page.waitForLoadState('networkidle');

    if (isMobile)
      await test.step('at most 600 kB of pictures load before scrolling', async () => {
        const bodies = await Promise.all(responses.map((response) => response.body()));
        const sizes = bodies.map(({ length }) => length);
        expect(sizes).not.toHaveLength(0);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(PICTURE_BUDGET);
      });

    if (widestRow === undefined) return;
    await test.step('the first row loads at once, pictures out of view when needed', () => {
      const cards = held.filter(({ isSecond, shown }) => shown && !isSecond);
      const firstRow = Math.min(...cards.map(({ top }) => top));
      const screen = page.viewportSize()?.height ?? 0;
      const ofFirstRow = cards.filter(({ top }) => top === firstRow);
      for (const { loading, source } of ofFirstRow) expect.soft(loading, source).toBe('eager');
      const below = cards.filter(({ top }, index) => top > screen && index >= widestRow);
      if (address === '/all-products') expect(below).not.toHaveLength(0);
      for (const { loading, source } of below) expect.soft(loading, source).toBe('lazy');
    });
    await test.step('a second picture is fetched once a pointer hovers its card', async () => {
      await scrollThrough(page);
      const seconds = async () => (await picturesOf(page)).filter(({ isSecond }) => isSecond);
      const loaded = async () => (await seconds()).filter((picture) => picture.loaded).length;
      expect(await seconds()).not.toHaveLength(0);
      expect(await loaded()).toBe(0);
      if (isMobile) return;
      await page
        .locator('.product-card', { has: page.locator('.second') })
        .last()
        .hover();
      await expect.poll(loaded).toBe(1);
    });
  });
