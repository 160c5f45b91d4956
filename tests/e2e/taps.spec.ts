import type { Page } from 'playwright/test';
import { fingersOn, touch } from './fingers.ts';
import { fetchedParts, isSameDocument, openShop, scrollTop, untilPrepared } from './in-place.ts';
import { cardsOf } from './listing-cards.ts';
import { frames } from './scrolling.ts';
import { expect, test } from './shop-test.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('a tap opens a page laid out during the touch; a finger that moves away scrolls, and leaves nothing behind @phone', async ({
  page,
}) => {
  await openShop(page, '/all-products');
  const link = cardsOf(page).filter({ hasText: 'Headline Trucker' }).getByRole('link').first();
  await link.scrollIntoViewIfNeeded();
  // A touch right after scrolling would only stop it.
  await frames(page, 10);
  const path = await link.evaluate((anchor: HTMLAnchorElement) => anchor.pathname);
  await untilPrepared(page, path);
  const staged = page.locator('main[data-aside="staged"]');

  await test.step('a finger that moves away scrolls', async () => {
    const box = await link.boundingBox();
    if (!box) throw new Error('The link is not shown');
    const before = await scrollTop(page);
    const from = { x: box.x + box.width / 2, y: box.y + 60 };
    const fingers = await fingersOn(page);
    await fingers.swipe(from, { ...from, y: from.y - 160 });
    await expect.poll(() => scrollTop(page)).toBeGreaterThan(before);
    await expect(staged).toHaveCount(0);
    await expect(page.locator('main')).toHaveCount(1);
    await expect(page).toHaveURL(/all-products$/);
    await expect(title(page)).toHaveText('All Products');
    // A touch would only stop a fling.
    await expect(async () => {
      const top = await scrollTop(page);
      await frames(page, 5);
      expect(await scrollTop(page)).toBe(top);
    }).toPass();
    await link.scrollIntoViewIfNeeded();
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
    await expect(page.locator('body')).toBeFocused();
    expect(await fetchedParts(page)).toContain(`${path}/part.html`);
  });
  expect(await isSameDocument(page)).toBe(true);
});
