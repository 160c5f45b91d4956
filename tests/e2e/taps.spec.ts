import type { Page } from 'playwright/test';
import { fingersOn, touch } from './fingers.ts';
import { fetchedParts, isSameDocument, openShop, scrollTop, untilPrepared } from './in-place.ts';
import { cardsOf } from './listing-cards.ts';
import { frames, scrollTo } from './scrolling.ts';
import { expect, test } from './shop-test.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const trucker = (page: Page) =>
  cardsOf(page).filter({ hasText: 'Headline Trucker' }).getByRole('link').first();

/** Duration from which a touch opens a link's menu, in milliseconds. */
const LONG_PRESS_MS = 600;

/** Opens all products and waits until a card's page is ready. @returns the card's link and path. */
async function openListing(page: Page) {
  await openShop(page, '/all-products');
  const link = trucker(page);
  await link.scrollIntoViewIfNeeded();
  // A touch right after scrolling would only stop it.
  await frames(page, 10);
  const path = await link.evaluate((anchor: HTMLAnchorElement) => anchor.pathname);
  await untilPrepared(page, path);
  return { link, path };
}

/** Records the page's clicks. @returns a function that reads for each whether it was trusted. */
async function noteClicks(page: Page): Promise<() => Promise<boolean[]>> {
  const clicks = await page.evaluateHandle(() => {
    const noted: boolean[] = [];
    document.addEventListener('click', ({ isTrusted }) => noted.push(isTrusted), { capture: true });
    return noted;
  });
  return () => clicks.jsonValue();
}

test('a tap follows a link once, on release, to a page laid out meanwhile; a moving finger, a long press and a touch while scrolling are left to the browser @phone', async ({
  page,
}) => {
  const { link, path } = await openListing(page);
  const clicks = await noteClicks(page);
  const staged = page.locator('main[data-aside="staged"]');
  const returnToListing = async () => {
    await page.goBack();
    await expect(title(page)).toHaveText('All Products');
    await frames(page, 10);
  };

  await test.step('a finger that moves away scrolls, opens nothing and leaves nothing behind', async () => {
    const box = await link.boundingBox();
    if (!box) throw new Error('The link is not shown');
    const before = await scrollTop(page);
    const from = { x: box.x + box.width / 2, y: box.y + 60 };
    const fingers = await fingersOn(page);
    await fingers.swipe(from, { ...from, y: from.y - 160 });
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(before);
    await expect(staged).toHaveCount(0);
    await expect(page.locator('main')).toHaveCount(1);
    expect(await clicks()).toEqual([]);
    await expect(page).toHaveURL(/all-products$/);
    await expect(title(page)).toHaveText('All Products');
    // A touch would only stop a fling.
    await expect(async () => {
      const top = await scrollTop(page);
      await frames(page, 5);
      expect(await scrollTop(page)).toBe(top);
    }).toPass();
    await scrollTo(page, before);
    await frames(page, 10);
  });

  await test.step('a tap shows the page that was laid out, and leaves the focus unchanged', async () => {
    const lift = await touch(page, link);
    await expect(staged).toHaveCount(1);
    await expect(page).toHaveURL(/all-products$/);
    await lift();
    await expect(title(page)).toHaveText('Headline Trucker');
    await expect(page.locator('main')).toHaveCount(1);
    expect(await scrollTop(page)).toBe(0);
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await clicks()).toEqual([false]);
    await expect(page.locator('body')).toBeFocused();
    expect(await fetchedParts(page)).toContain(`${path}/part.html`);
    await returnToListing();
  });

  await test.step('a long press is left to the browser', async () => {
    const lift = await touch(page, link);
    await page.waitForTimeout(LONG_PRESS_MS);
    await lift(LONG_PRESS_MS);
    // This browser has no context menu for links.
    await expect(title(page)).toHaveText('Headline Trucker');
    expect(await clicks()).toEqual([false, true]);
    await returnToListing();
  });

  await test.step('while the page is scrolling, touches are left to the browser', async () => {
    await page.evaluate(() => {
      let step = 1;
      const move = () => {
        step = -step;
        scrollBy({ top: step, behavior: 'instant' });
        requestAnimationFrame(move);
      };
      move();
    });
    await (
      await touch(page, link)
    )();
    await expect(title(page)).toHaveText('Headline Trucker');
    expect(await clicks()).toEqual([false, true, true]);
  });
  expect(await isSameDocument(page)).toBe(true);
});

test('a tap on Add to Cart adds one unit on release; a tap beside a focused field ends typing @phone', async ({
  page,
}) => {
  await openShop(page, '/all-products');
  const clicksOnCard = await noteClicks(page);
  const add = page.getByRole('button', { name: /^Add to Cart/ }).first();
  await add.scrollIntoViewIfNeeded();
  await frames(page, 10);
  await (
    await touch(page, add)
  )();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'is in your cart.' })).toBeVisible();
  expect(await clicksOnCard()).toEqual([false]);

  await page.getByRole('button', { name: 'Search' }).click();
  const box = page.getByRole('combobox', { name: 'What are you looking for?' });
  await box.fill('headline trucker');
  const beanies = page.getByRole('dialog').getByRole('link', { name: 'Beanies', exact: true });
  await untilPrepared(page, '/productListing/5');
  // The dialog slides in.
  await beanies.click({ trial: true });
  const clicks = await noteClicks(page);
  await (
    await touch(page, beanies)
  )();
  await expect(title(page)).toHaveText('Beanies');
  expect(await clicks()).toEqual([true]);
});
