import type { Page } from 'playwright/test';
import sharp from 'sharp';
import { scrollTo } from './scrolling.ts';
import { expect } from './shop-test.ts';

/** Every kind of public page, by how much it shows. */
export const kinds: Readonly<Record<string, readonly string[]>> = {
  'the home page': ['/'],
  'all products': ['/all-products'],
  'a listing sorted, searched or of a category': [
    '/all-products?sort=price-asc&page=2',
    '/all-products?q=hat',
    '/productListing/1',
  ],
  'a product': ['/product-details/14', '/product-details/16?colour=2'],
  forms: [
    '/cart',
    '/login',
    '/forgot-password',
    '/withdraw',
    '/complaint',
    '/gift-card',
    '/launch',
    '/billing',
  ],
  texts: [
    '/contact-us',
    '/Faqs',
    '/privacypolicy',
    '/termsandconditions',
    '/returnpolicy',
    '/accessibility',
    '/what-we-count',
    '/nothing-here',
  ],
};

/** Text as letters in lower case: styles change spaces and case. */
function lettersOf(text: string): string {
  return text.replaceAll(/\s/gu, '').toLowerCase();
}

/** `innerText` of the page. */
function readText(page: Page): Promise<string> {
  return page.evaluate(() => document.body.innerText);
}

/** All text of the page but that of closed dialogs and sections, of other states, and for browsers without scripts. */
function writtenText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let text = '';
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      // Not what is skipped by `content-visibility`, which has a computed style.
      const isOff = parent?.closest('details:not([open]) > :not(summary), noscript, script, style');
      let isShown = !isOff && getComputedStyle(parent ?? document.body).visibility === 'visible';
      for (let at = parent; at && isShown; at = at.parentElement)
        isShown = getComputedStyle(at).display !== 'none';
      if (isShown) text += walker.currentNode.textContent ?? '';
    }
    return text;
  });
}

interface Box {
  what: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Boxes of the page's texts and pictures, in pixels from its top left. Waits until the pictures can be painted. */
async function boxesOf(page: Page): Promise<Box[]> {
  // Again and again, because a listing may replace its cards meanwhile.
  await page.waitForFunction(() => {
    const images = [...document.images].filter((image) => image.checkVisibility());
    // As the capture of the whole page does, whose window holds all of it.
    for (const image of images) image.loading = 'eager';
    return images.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  });
  return page.evaluate(async () => {
    const root = document.documentElement;
    const seen = { opacityProperty: true, visibilityProperty: true };
    const images = [...document.images].filter((image) => image.checkVisibility(seen));
    // Pictures below the first screen are painted with what is around them, at any speed of scrolling.
    const later = images.filter(({ decoding }) => decoding !== 'sync');
    await Promise.all(later.map((image) => image.decode()));
    const boxes = images.map((image) => ({
      what: image.alt || image.currentSrc,
      rect: image.getBoundingClientRect(),
    }));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode } = walker;
      if (!currentNode.textContent?.trim() || !currentNode.parentElement?.checkVisibility(seen))
        continue;
      const range = document.createRange();
      range.selectNodeContents(currentNode);
      // Without texts for screen readers alone.
      if (currentNode.parentElement.getBoundingClientRect().width > 1)
        boxes.push({ what: currentNode.textContent, rect: range.getBoundingClientRect() });
    }
    return boxes.flatMap(({ what, rect }) => {
      const left = Math.max(0, rect.left + scrollX);
      const top = Math.max(0, rect.top + scrollY);
      const width = Math.min(rect.right + scrollX, root.scrollWidth) - left;
      const height = Math.min(rect.bottom + scrollY, root.scrollHeight) - top;
      return width > 1 && height > 1 ? [{ what, x: left, y: top, width, height }] : [];
    });
  });
}

/** The boxes that are of a single colour in a picture of the whole page. */
async function emptyBoxes(page: Page, boxes: readonly Box[]): Promise<string[]> {
  const png = await page.screenshot({ fullPage: true, scale: 'css' });
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = new Uint32Array(data.buffer, data.byteOffset, info.width * info.height);
  const isEmpty = ({ x, y, width, height }: Box) => {
    const start = Math.floor(y) * info.width + Math.floor(x);
    const rows = Array.from({ length: Math.floor(height) }, (_, row) => {
      const left = start + row * info.width;
      return pixels.subarray(left, left + Math.floor(width));
    });
    return rows.every((row) => row.every((pixel) => pixel === pixels[start]));
  };
  return boxes.filter(isEmpty).map(({ what }) => what);
}

/** Pictures in the layout. */
function picturesOf(page: Page): Promise<number> {
  return page.evaluate(
    () => [...document.images].filter((image) => image.checkVisibility()).length,
  );
}

/**
 * Expects that `innerText` has all the text of the page, that a picture of the whole page shows all its texts and pictures,
 * and that a shopper who scrolls through it finds no more.
 */
export async function expectWholePage(page: Page): Promise<void> {
  // Buttons of a listing have no text until the stock is known.
  await expect(page.locator('.listing-result .add:not([data-known]):visible')).toHaveCount(0);
  await expect
    .poll(async () => lettersOf(await readText(page)))
    .toBe(lettersOf(await writtenText(page)));
  const text = await readText(page);
  const pictures = await picturesOf(page);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await emptyBoxes(page, await boxesOf(page)), 'left out of the picture').toEqual([]);
  await page.mouse.move(0, 0);
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      window.scrollTo({ top, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
    }
  });
  // A phone's Add To Cart bar leaves again.
  await scrollTo(page, 0);
  await expect.poll(() => readText(page), 'the text once the shopper has scrolled').toBe(text);
  expect(await picturesOf(page), 'pictures once the shopper has scrolled').toBe(pictures);
}
