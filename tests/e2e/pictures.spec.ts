import type { Page } from 'playwright/test';
import { scrollTo } from './scrolling.ts';
import { expect, test } from './shop-test.ts';

/** Budget of pictures loaded on a phone before scrolling, in bytes. */
const PICTURE_BUDGET = 600_000;

const addresses = ['/', '/all-products', '/productListing/1', '/product-details/16'];

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
      };
    }),
  );
}

async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) await scrollTo(page, top);
  await page.waitForLoadState('networkidle');
}

for (const address of addresses) {
  test(`${address} loads at most 600 kB of pictures on a phone before scrolling @phone`, async ({
    page,
  }) => {
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'image') bodies.push(response.body());
    });
    await page.goto(address, { waitUntil: 'networkidle' });
    const sizes = (await Promise.all(bodies)).map(({ length }) => length);
    expect(sizes).not.toHaveLength(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(PICTURE_BUDGET);
  });

  test(`every picture of ${address} reserves its space, in its own colour, before it loads @layout`, async ({
    page,
  }) => {
    await page.route(/\/\.netlify\/images/, (route) => route.abort());
    await page.goto(address);
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
  });
}

for (const { address, widestRow } of [
  { address: '/all-products', widestRow: 4 },
  { address: '/productListing/1', widestRow: 5 },
]) {
  test(`the first row of ${address} loads at once, pictures out of view when needed @layout`, async ({
    page,
  }) => {
    await page.goto(address);
    const cards = (await picturesOf(page)).filter(({ isSecond, shown }) => shown && !isSecond);
    const firstRow = Math.min(...cards.map(({ top }) => top));
    const screen = page.viewportSize()?.height ?? 0;
    const ofFirstRow = cards.filter(({ top }) => top === firstRow);
    for (const { loading, source } of ofFirstRow) expect.soft(loading, source).toBe('eager');
    // The HTML is the same for every screen, so pictures in the first row of a wide one load at once.
    const below = cards.filter(({ top }, index) => top > screen && index >= widestRow);
    if (address === '/all-products') expect(below).not.toHaveLength(0);
    for (const { loading, source } of below) expect.soft(loading, source).toBe('lazy');
  });

  test(`second pictures of ${address} are fetched only where a pointer can hover @layout`, async ({
    page,
    isMobile,
  }) => {
    await page.goto(address);
    await scrollThrough(page);
    const seconds = (await picturesOf(page)).filter(({ isSecond }) => isSecond);
    expect(seconds).not.toHaveLength(0);
    for (const { source } of seconds) {
      if (isMobile) expect.soft(source).toMatch(/^data:/);
      else expect.soft(source).toContain('/.netlify/images');
    }
  });
}
