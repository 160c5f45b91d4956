import { expectAccessible } from './accessibility.ts';
import { cardsOf } from './listing-cards.ts';
import { frames, scrollTo } from './scrolling.ts';
import type { Page } from 'playwright/test';
import { expect, test } from './shop-test.ts';

async function cardOf(page: Page, product: string, colour: string) {
  const card = cardsOf(page).filter({ hasText: product }).filter({ hasText: colour });
  await expect(card).toHaveCount(1);
  return { card, button: card.getByRole('button'), second: card.locator('picture') };
}

/** Distance of the button below the edge of the picture that clips it, in pixels. */
async function hiddenBy(page: Page, card: Awaited<ReturnType<typeof cardOf>>): Promise<number> {
  await frames(page, 2);
  const button = await card.button.boundingBox();
  const picture = await card.card.locator('.frame').boundingBox();
  if (!button || !picture) throw new Error('The card has no button or no picture');
  return Math.max(Math.round(button.y + button.height - picture.y - picture.height), 0);
}

/** The longest running transition or animation on the page, in seconds. */
function longestMotion(page: Page): Promise<number> {
  return page.evaluate(() => {
    const durations = [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationDuration } = getComputedStyle(element);
      return `${transitionDuration},${animationDuration}`.split(',');
    });
    return Math.max(...durations.map((duration) => Number.parseFloat(duration) || 0));
  });
}

test('a card shows name, colour, price and category; a pointer or the focus brings its second image and Add to Cart', async ({
  page,
}) => {
  await page.goto('/productListing/6');
  const tortoise = await cardOf(page, 'Verdict Square Sunglasses', 'Tortoise');
  await expect(tortoise.card.getByText('£110.00', { exact: true })).toBeVisible();
  await expect(tortoise.card.getByText('Sunglasses', { exact: true })).toBeVisible();
  await expect(
    tortoise.card.getByRole('img', { name: 'Verdict Square Sunglasses, Tortoise' }),
  ).toBeVisible();
  await expect(tortoise.button).toHaveAccessibleName(
    'Add to Cart Verdict Square Sunglasses, Tortoise',
  );

  const parts = await cardOf(page, 'Side Eye Slim Sunglasses', 'Honey');
  const { card, second, button } = parts;
  await expect(second).toHaveCSS('opacity', '0');
  expect(await hiddenBy(page, parts)).toBeGreaterThan(40);
  await card.hover();
  await expect(second).toHaveCSS('opacity', '1');
  await expect.poll(() => hiddenBy(page, parts)).toBe(0);
  await expectAccessible(page, { oneWidth: true });
  await page.mouse.move(0, 0);
  await expect(second).toHaveCSS('opacity', '0');

  await card.getByRole('link').focus();
  await expect(second).toHaveCSS('opacity', '1');
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await expect.poll(() => hiddenBy(page, parts)).toBe(0);

  await test.step('with reduced motion the button appears without sliding', async () => {
    await card.hover();
    const longest = await longestMotion(page);
    expect(longest).toBeGreaterThan(0.1);
    expect(longest).toBeLessThanOrEqual(0.2);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await longestMotion(page)).toBeLessThan(0.001);
    await page.getByRole('button', { name: 'MENU' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    expect(await longestMotion(page)).toBeLessThan(0.001);
    await page.emulateMedia({ reducedMotion: null });
    await page.keyboard.press('Escape');
  });

  await test.step('a narrow window with a pointer also shows the second image', async () => {
    await page.mouse.move(0, 0);
    await page.setViewportSize({ width: 500, height: 800 });
    await expect(button).toBeVisible();
    await expect(second).toHaveCSS('opacity', '0');
    await card.hover();
    await expect(second).toHaveCSS('opacity', '1');
  });

  await test.step('the card’s link leads to that colour', async () => {
    await tortoise.card.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verdict Square Sunglasses');
    await expect(page.getByRole('radio', { name: 'Tortoise' })).toBeChecked();
  });

  await test.step('a card without a picture shows the placeholder', async () => {
    await page.route(/\/api\/listing\/productListing\/6\/(\?|$)/, async (route) => {
      const response = await route.fetch();
      const [product] = await response.json();
      const [colour] = product.color_variants;
      const bare = { ...product, color_variants: [{ ...colour, images: [] }] };
      await route.fulfill({ json: [bare] });
    });
    await page.goto('/productListing/6');
    await expect(page.getByText('1 piece', { exact: true })).toBeVisible();
    const picture = cardsOf(page).locator('img');
    await expect(picture).toHaveCount(1);
    await expect(picture).toHaveAttribute('src', /placeholder\.jpg/);
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });
});

test('on a touch screen Add to Cart is a sign in the picture’s corner, 44 pixels wide @phone', async ({
  page,
}) => {
  await page.goto('/productListing/6');
  const { card, button } = await cardOf(page, 'Side Eye Slim Sunglasses', 'Honey');
  const picture = await card.locator('.frame').boundingBox();
  const place = await button.boundingBox();
  if (!picture || !place) throw new Error('The card has no picture or no button');
  expect(place).toMatchObject({ width: 44, height: 44 });
  expect(place.x + 44).toBeCloseTo(picture.x + picture.width, 0);
  expect(place.y + 44).toBeCloseTo(picture.y + picture.height, 0);
  await expect(button).toHaveAccessibleName('Add to Cart Side Eye Slim Sunglasses, Honey');

  // The back-to-top button makes room for it.
  const { height: window = 0 } = page.viewportSize() ?? {};
  const lowest = cardsOf(page).nth(5).getByRole('button');
  const { y: lowestTop = 0 } = (await lowest.boundingBox()) ?? {};
  const backToTop = page.getByRole('button', { name: 'Back to top' });
  await scrollTo(page, lowestTop - window + 60);
  await expect(backToTop).toBeHidden();
  await scrollTo(page, lowestTop - window + 250);
  await expect(backToTop).toBeVisible();
  await scrollTo(page, 0);

  await test.step('the card’s picture moves into the cart once, within 200 ms, unless motion is unwanted', async () => {
    const moves = await page.evaluateHandle(() => {
      const durations: unknown[] = [];
      HTMLImageElement.prototype.animate = function animate(steps, duration) {
        durations.push(duration);
        return Element.prototype.animate.call(this, steps, duration);
      };
      return durations;
    });
    await button.tap();
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
    await expect.poll(() => moves.jsonValue()).toEqual([200]);
    await expect(page.locator('body > img')).toHaveCount(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await button.tap();
    await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
    await frames(page, 2);
    expect(await moves.jsonValue()).toEqual([200]);
  });
});

test('a card is out of stock when the cart holds the last unit, or there is none', async ({
  page,
}) => {
  await page.goto('/productListing/3');
  const { button } = await cardOf(page, 'Two-Faced Reversible Bucket', 'Olive / Bone');
  await expect(button).toContainText('Add to Cart');
  await button.click();
  await expect(button).toContainText('Out of Stock');
  await expect(button).toBeDisabled();
  const none = await cardOf(page, 'Off-Duty Sherpa Bucket', 'Slate');
  await expect(none.button).toContainText('Out of Stock');
  await expect(none.button).toBeDisabled();
  await expectAccessible(page, { oneWidth: true });
  await page.reload();
  await expect(button).toContainText('Out of Stock');
});
