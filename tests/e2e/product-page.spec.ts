import type { Sql } from 'postgres';
import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { type Fingers, fingersOn, SLOWLY } from './fingers.ts';
import { isSameDocument, openShop, scrollTop } from './in-place.ts';
import { withOwnProduct } from './own-product.ts';
import { frames, scrollTo } from './scrolling.ts';
import { expect, test } from './shop-test.ts';

// Among the last files, with the longest tests: one after the other they would keep the run waiting.
test.describe.configure({ mode: 'parallel' });

/** Records every slide of the carousel. @returns a function that reads their durations, in seconds. */
async function watchSlides(page: Page): Promise<() => Promise<number[]>> {
  const durations = await page.evaluateHandle(() => {
    const seconds: number[] = [];
    document.addEventListener('transitionend', ({ target, elapsedTime }) => {
      if (!(target instanceof Element) || !target.matches('.swiper-wrapper')) return;
      // Ignores moves without a duration; each press must cause one with a duration.
      if (elapsedTime > 0) seconds.push(elapsedTime);
    });
    return seconds;
  });
  return () => durations.jsonValue();
}

/** Uses the full-screen view by keys and pointer, and ends with Escape at the last picture. */
async function lookClosely(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: 'View full screen' });
  const view = page.getByRole('dialog', {
    name: 'Images of Verdict Square Sunglasses in Tortoise',
  });
  const picture = view.getByRole('img', { name: /Tortoise$/ });
  const last = view.getByRole('img', { name: /Tortoise, view 3/ });
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  /** Exact to the pixel: the view uses whole pixels. */
  const widensTo = (wanted: number) =>
    expect.poll(async () => Math.abs((await width()) - wanted)).toBeLessThanOrEqual(1);
  const file = () => picture.evaluate((image: HTMLImageElement) => image.currentSrc);
  await opener.press('Enter');
  await expect(picture).toBeVisible();
  // The phone's view is checked when it is touched.
  await expectAccessible(page, { oneWidth: true });
  const [fitting, firstFile] = [await width(), await file()];

  // The pressed point stays in place: in the right half of the frame, beside its middle.
  const before = await picture.boundingBox();
  if (!before) throw new Error('The picture has no place');
  const point = { x: before.x + before.width * 0.7, y: before.y + before.height * 0.5 };
  await picture.click({ position: { x: before.width * 0.7, y: before.height * 0.5 } });
  await widensTo(fitting * 2.5);
  await expect
    .poll(async () => {
      const { x = 0, width: wide = 1 } = (await picture.boundingBox()) ?? {};
      return (point.x - x) / wide;
    })
    .toBeCloseTo(0.7, 1);
  await expect.poll(file, 'a finer file once it is enlarged').not.toBe(firstFile);
  const left = async () => (await picture.boundingBox())?.x ?? 0;
  const from = await left();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(left).toBeGreaterThan(from);
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('-');
  await widensTo(fitting);
  await page.keyboard.press('+');
  await widensTo(fitting * 1.5);
  await page.keyboard.press('-');

  await page.keyboard.press('End');
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('ArrowRight');
  await expect(picture, 'after the last comes the first').toBeInViewport({ ratio: 0.9 });
  await view.getByRole('button', { name: 'Previous image' }).click();
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('Escape');
  await expect(view).toHaveCount(0);
  await expect(opener).toBeFocused();
}

test('several pictures, the second one worn, are scrolled by the browser, then form an endless carousel with arrows and thumbnails, and open full screen', async ({
  page,
}) => {
  const late = Promise.withResolvers<undefined>();
  await page.route(/_astro\/ProductGallery\./, async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto('/product-details/14');
  const carousel = page.getByRole('region', {
    name: 'Images of Verdict Square Sunglasses in Tortoise',
  });
  const row = carousel.locator('.product-carousel');
  const first = carousel.getByRole('img', { name: /Tortoise$/ });
  const worn = carousel.getByRole('img', { name: /Tortoise, worn$/ });
  const last = carousel.getByRole('img', { name: /Tortoise, view 3/ });
  const next = carousel.getByRole('button', { name: 'Next image' });
  const dot = (number: number) =>
    carousel.getByRole('button', { name: `Go to image ${number}`, exact: true });

  await expect(carousel.getByRole('button', { name: /^Go to image/ })).toHaveCount(3);
  await expect(first).toBeInViewport({ ratio: 0.5 });
  await expect(dot(1)).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page);

  const slides = await watchSlides(page);
  await test.step('a press on an arrow before React has loaded takes effect once it has, from the visible picture', async () => {
    await row.evaluate((element) =>
      element.scrollTo({ left: element.clientWidth, behavior: 'instant' }),
    );
    await expect(worn).toBeInViewport({ ratio: 0.5 });
    await next.click();
    await expect(row).not.toHaveClass(/swiper-initialized/);
    late.resolve(undefined);
    await expect(row).toHaveClass(/swiper-initialized/);
  });
  await expect.poll(slides, 'seconds of each slide').toEqual([0.5]);
  await expect(last).toBeInViewport({ ratio: 0.5 });
  await expect(dot(3)).toHaveAttribute('aria-current', 'true');
  await next.click();
  await expect.poll(slides).toEqual([0.5, 0.5]);
  await expect(first).toBeInViewport({ ratio: 0.5 });
  await expect(dot(1)).toHaveAttribute('aria-current', 'true');
  await carousel.getByRole('button', { name: 'Previous image' }).click();
  await expect.poll(slides).toHaveLength(3);
  await expect(last).toBeInViewport({ ratio: 0.5 });
  await dot(1).click();
  await expect.poll(slides).toHaveLength(4);
  await expect(first).toBeInViewport({ ratio: 0.5 });
  for (const [number, file] of [
    [1, 'tortoise-1'],
    [2, 'tortoise-worn'],
    [3, 'tortoise-2'],
  ] as const) {
    const thumbnail = dot(number).locator('img');
    await expect.poll(() => shownFile(thumbnail)).toContain(file);
  }

  await lookClosely(page);
  await expect(dot(3), 'the picture that was looked at last').toHaveAttribute(
    'aria-current',
    'true',
  );
});

/** File of a picture, once it is loaded. */
function shownFile(picture: ReturnType<Page['locator']>): Promise<string | null> {
  return picture.evaluate(
    (image: HTMLImageElement) =>
      (image.naturalWidth > 0 && new URL(image.currentSrc).searchParams.get('url')) || null,
  );
}

/** Files of four pictures, in order. */
const fourFiles = ['signal-red-1', 'signal-red-2', 'mustard-1', 'mustard-2'].map(
  (name) => `/catalogue/headline-trucker/${name}.jpg`,
);

/** The page of a product with four pictures, operated by touch. */
interface TouchedGallery {
  fingers: Fingers;
  row: ReturnType<Page['locator']>;
  /** @param number from 1. */
  dot(number: number): ReturnType<Page['locator']>;
  /** Expects that the row shows a picture, its dot is marked, and no view is open over it. */
  shows(number: number): Promise<void>;
  /** The full-screen view. */
  view: ReturnType<Page['locator']>;
}

async function withTouchedGallery(
  page: Page,
  sql: Sql,
  run: (gallery: TouchedGallery) => Promise<void>,
): Promise<void> {
  await withOwnProduct(sql, async (id) => {
    await sql`
      insert into variant_images (variant_id, path, position)
      select colour.id, file.path, file.position + 1
      from color_variants colour, unnest(${fourFiles.slice(1)}::text[]) with ordinality file (path, position)
      where colour.product_id = ${id} and colour.color_name = 'Pictured'`;
    await sql`
      update variant_images set path = ${fourFiles[0] ?? ''}
      where position = 1 and variant_id in (select id from color_variants where product_id = ${id})`;
    await page.goto(`/product-details/${id}`);
    const subject = 'Lone Picture Cap in Pictured';
    const row = page.getByRole('region', { name: `Images of ${subject}` });
    const view = page.getByRole('dialog', { name: `Images of ${subject}` });
    const dot = (number: number) =>
      row.getByRole('button', { name: `Go to image ${number}`, exact: true });
    const shows = async (number: number) => {
      const name = number === 1 ? subject : `${subject}, view ${number}`;
      await expect(row.getByRole('img', { name, exact: true })).toBeInViewport({ ratio: 0.5 });
      await expect(dot(number)).toHaveAttribute('aria-current', 'true');
      await expect(view).toHaveCount(0);
    };
    await shows(1);
    await run({ fingers: await fingersOn(page), row, dot, shows, view });
  });
}

/** Scale of the page's visual viewport. */
const pageZoom = (page: Page) => page.evaluate(() => window.visualViewport?.scale ?? 0);
const zoomedLeft = (page: Page) => page.evaluate(() => window.visualViewport?.offsetLeft ?? 0);

/** Constant polling intervals, because movements last only a few frames. */
const often = { intervals: [50] };

/** Waits until a fling has come to rest: before that, a tap only stops it. */
async function untilStill(page: Page): Promise<void> {
  const places = async () => [await scrollTop(page), await zoomedLeft(page)];
  await expect(async () => {
    const before = await places();
    await frames(page, 5);
    expect(await places()).toEqual(before);
  }).toPass(often);
}

test('touch swipes the pictures, scrolls the page and zooms it, each independently; dots select one @phone', async ({
  page,
  sql,
}) => {
  await withTouchedGallery(page, sql, async ({ fingers, row, dot, shows, view }) => {
    // Scrolled by the browser, until the carousel that this has loaded takes over.
    await fingers.swipe({ x: 340, y: 300 }, { x: 50, y: 305 });
    await shows(2);
    await fingers.swipe({ x: 340, y: 300 }, { x: 50, y: 305 });
    await shows(3);
    await expect(row.locator('.swiper-initialized')).toBeVisible();

    await fingers.swipe({ x: 195, y: 400 }, { x: 200, y: 150 });
    await expect.poll(() => scrollTop(page), often).toBeGreaterThan(150);
    // A fling continues after the finger has left and, on a busy machine, may scroll past the pictures.
    await untilStill(page);
    await scrollTo(page, 0);
    await shows(3);

    await fingers.pinch({ x: 195, y: 300 }, { from: 80, to: 240 });
    await expect.poll(() => pageZoom(page), often).toBeGreaterThan(1.5);
    await shows(3);
    const left = await zoomedLeft(page);
    await fingers.swipe({ x: 100, y: 300 }, { x: 300, y: 305 });
    await expect.poll(() => zoomedLeft(page), 'one finger moves it').toBeLessThan(left - 20);
    await shows(3);
    await untilStill(page);

    // The full-screen view on a zoomed page resets the zoom.
    await fingers.tap({ x: 195, y: 300 });
    await expect(view.getByText('3 / 4')).toBeVisible();
    await fingers.pinch({ x: 195, y: 300 }, { from: 300, to: 20 });
    await expect.poll(() => pageZoom(page), often).toBe(1);
    await view.getByRole('button', { name: 'Close' }).tap();
    await shows(3);
    await fingers.swipe({ x: 270, y: 300 }, { x: 120, y: 305 }, SLOWLY);
    await shows(4);

    for (const number of [3, 1, 4, 2]) {
      await dot(number).tap();
      await shows(number);
    }
  });
});

test('touch zooms the full-screen picture, swipes to the next and pulls it closed @phone', async ({
  page,
  sql,
}) => {
  await withTouchedGallery(page, sql, async ({ fingers, row, shows, view }) => {
    await scrollTo(page, 100);
    await fingers.doubleTap({ x: 195, y: 300 });
    const picture = view.getByRole('img', { name: /Pictured$/ });
    const boxOf = async () => (await picture.boundingBox()) ?? { y: 0, width: 0 };
    const width = async () => (await boxOf()).width;
    // At rest, not only close to it: a touch would stop the movement, and a double tap then complete it.
    const fits = () =>
      expect(async () => {
        const before = await boxOf();
        await frames(page, 5);
        expect(await boxOf()).toEqual(before);
        expect(before.width).toBeCloseTo(390, 2);
      }).toPass(often);
    const middle = { x: 195, y: 420 };
    await expect(view.getByText('1 / 4')).toBeVisible();
    await fits();
    const { y: top } = await boxOf();
    // The viewer ignores touches until it has faded in.
    await expect(view.locator('.pswp')).toHaveCSS('opacity', '1');
    await expectAccessible(page);

    await fingers.pinch(middle, { from: 80, to: 240 });
    await expect.poll(width, often).toBeGreaterThan(700);
    expect(await pageZoom(page), 'the page behind').toBe(1);
    await fingers.pinch(middle, { from: 240, to: 40 });
    await fits();
    await fingers.doubleTap(middle);
    await expect.poll(width, often).toBeCloseTo(975, 0);
    await fingers.doubleTap(middle);
    await fits();

    // A tap hides the controls on the picture and the next shows them; so does a key.
    const onPicture = [
      view.getByRole('button', { name: 'Next image' }),
      view.locator('.pswp__top-bar'),
    ];
    const controlsAre = async (shown: boolean) => {
      for (const control of onPicture)
        await expect
          .poll(
            () => control.evaluate((part) => Number(getComputedStyle(part).opacity) > 0.5),
            often,
          )
          .toBe(shown);
    };
    await controlsAre(true);
    await fingers.tap(middle);
    await controlsAre(false);
    await fingers.tap(middle);
    await controlsAre(true);
    await fingers.tap(middle);
    await controlsAre(false);
    await page.keyboard.press('Tab');
    await controlsAre(true);

    // Too short a pull, so the picture snaps back.
    await fingers.swipe(middle, { x: 196, y: middle.y + 24 });
    await expect.poll(async () => (await boxOf()).y, often).toBe(top);
    await fingers.swipe({ x: 340, y: 420 }, { x: 50, y: 425 });
    await expect(view.getByText('2 / 4')).toBeVisible();
    await expect(view.getByRole('img', { name: /view 2$/ })).toBeInViewport({ ratio: 0.9 });
    await fingers.swipe({ x: 195, y: 300 }, { x: 200, y: 650 });
    await shows(2);
    await expect(row.locator('.product-carousel'), 'what was pressed').toBeFocused();
    expect(await scrollTop(page)).toBe(100);
  });
});

test('a single picture has no carousel, and a missing one shows the placeholder', async ({
  page,
  sql,
}) => {
  await withOwnProduct(sql, async (id) => {
    await page.goto(`/product-details/${id}`);
    await expect(page.getByRole('radio', { name: 'Pictured', exact: true })).toBeChecked();
    const picture = page.getByRole('img', { name: 'Lone Picture Cap in Pictured' });
    await expect(picture).toBeVisible();
    await expect(page.getByRole('button', { name: /image/ })).toHaveCount(0);
    await expectAccessible(page);

    await page.getByRole('radio', { name: 'Unpictured' }).check();
    const placeholder = page.getByRole('img', { name: 'Lone Picture Cap in Unpictured' });
    await expect
      .poll(() => placeholder.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(page.getByRole('button', { name: /image/ })).toHaveCount(0);
  });
});

test('colours have names, sold-out ones a tag, and the URL contains the choice; two presses on Add To Cart add one unit @accessibility', async ({
  page,
}) => {
  await page.goto('/product-details/17');
  const add = page.getByRole('button', { name: 'Add To Cart', exact: true });
  await test.step('two presses add one unit, and Back shows the colour that was added', async () => {
    await add.dblclick();
    await expect(page).toHaveURL(/\/cart\/?$/);
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\?colour=\d+$/);
    await expect(page.getByRole('radio', { name: 'Bordeaux', exact: true })).toBeChecked();
    await add.click();
    await expect(page).toHaveURL(/\/cart\/?$/);
    await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
    await page.goBack();
  });

  const colours = page.getByRole('group', { name: /^Colour/ });
  await expect(colours.getByRole('radio')).toHaveCount(4);
  await expect(colours.getByRole('radio', { name: 'Bordeaux', exact: true })).toBeChecked();
  const emerald = page.locator('label').filter({ hasText: 'Emerald' });
  await expect(emerald.locator('svg')).toHaveAttribute('fill', '#17402F');
  await expect(page.getByText('Material: 82% viscose, 18% silk velvet')).toBeVisible();
  await expect(page.getByText('DISCOVER MORE CREATIONS IN BOUTIQUES')).toBeVisible();
  const care = page.getByText('Dry clean only; steam from the back.');
  await expect(care).toBeHidden();
  await page.getByText('Care', { exact: true }).press('Enter');
  await expect(care).toBeVisible();
  await expect(page.getByText(/suggested retail price/)).toBeVisible();
  const delivery = page.getByRole('group').filter({ hasText: /^Delivery/ });
  await delivery.getByText('Delivery', { exact: true }).click();
  await expect(delivery.getByText(/^Standard delivery within the United Kingdom/)).toBeVisible();
  for (const name of ['Standard delivery', 'Express next-day delivery']) {
    await expect(
      delivery.getByText(
        new RegExp(`^${name}: ordered now, it leaves by \\w+day \\d+ \\w+ and arrives .+\\.$`),
      ),
    ).toBeVisible();
  }

  await colours.getByRole('radio', { name: 'Emerald', exact: true }).check();
  await expect(page).toHaveURL(/\?colour=\d+$/);
  await page.reload();
  await expect(colours.getByRole('radio', { name: 'Emerald', exact: true })).toBeChecked();

  await colours.getByRole('radio', { name: 'Noir Out of Stock' }).check();
  await expect(add).toBeDisabled();
  await expect(page.getByRole('status').filter({ hasText: /^Out of Stock$/ })).toBeVisible();
  // A link half covered by the header would be too small a target.
  await scrollTo(page, 0);
  await expectAccessible(page, { as: 'Product' });
});

test('the stock is live, the first colour in stock is chosen, and a failed check leaves the prebuilt stock', async ({
  page,
  sql,
  loggedErrors,
}) => {
  loggedErrors.push(/The stock could not be checked/);
  const check = '**/api/listing/cartvalidate/';
  await sql`
    update color_variants v set quantity = 0 from products p
    where p.id = v.product_id and p.slug = 'main-event-foam-trucker' and v.color_name = 'Bone / Black'`;
  await page.clock.install();
  await page.goto('/product-details/5');
  await expect(page.getByRole('radio', { name: 'Bone / Black Out of Stock' })).not.toBeChecked();
  await expect(page.getByRole('radio', { name: 'All Black', exact: true })).toBeChecked();

  // A press before the response waits for it, instead of adding the stock of the build.
  const looked = Promise.withResolvers<undefined>();
  await page.route(check, async (route) => {
    await looked.promise;
    await route.continue();
  });
  const prebuilt = page.getByRole('radio', { name: 'Bone / Black', exact: true });
  const add = page.getByRole('button', { name: 'Add To Cart', exact: true });
  await page.reload();
  await expect(prebuilt).toBeChecked();
  // The press waits for a second at most, which a busy machine may exceed.
  await page.clock.pauseAt(Date.now() + 60_000);
  await add.click();
  const response = page.waitForResponse(check);
  looked.resolve(undefined);
  await (await response).finished();
  await page.clock.resume();
  await expect(page.getByRole('radio', { name: 'Bone / Black Out of Stock' })).toBeChecked();
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/product-details\/5/);

  await page.route(check, (route) => route.abort());
  const failed = page.waitForEvent('console', (message) =>
    message.text().startsWith('The stock could not be checked'),
  );
  await page.reload();
  await failed;
  await expect(prebuilt).toBeChecked();
  await expect(add).toBeEnabled();
});

/** A product counts as viewed once its page has loaded and is idle. */
async function expectViewed(page: Page, id: number): Promise<void> {
  const viewed = () => page.evaluate(() => localStorage.getItem('recentlyViewed') ?? '');
  await expect.poll(viewed).toContain(`"id":${id},`);
}

test('shows recently viewed products, latest first', async ({ page }) => {
  await page.goto('/product-details/14');
  const seen = page.getByRole('region', { name: 'Recently viewed' });
  await expect(page.getByRole('region', { name: /^More from/ })).toBeVisible();
  await expect(seen).toBeHidden();
  await expectViewed(page, 14);
  await page.goto('/product-details/17');
  await expectViewed(page, 17);
  await page.goto('/product-details/20');
  await expect(seen.getByRole('link')).toHaveText([
    'Velvet Collection Scarf',
    'Verdict Square Sunglasses',
  ]);
  await expectAccessible(page);
  await seen.getByRole('link', { name: 'Verdict Square Sunglasses' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verdict Square Sunglasses');

  // Turned off: nothing is stored, here or in another tab, until the privacy page turns it on.
  const other = await page.context().newPage();
  await other.goto('/privacypolicy');
  const remember = other.getByRole('checkbox', { name: /^Remember in this browser/ });
  await expect(remember).toBeChecked();
  // Cards above it are laid out only when they come into view.
  await seen.scrollIntoViewIfNeeded();
  await frames(page, 3);
  await seen.getByRole('button', { name: 'Clear and turn off' }).click();
  await expect(seen.getByRole('link')).toHaveText(['Privacy Policy']);
  await expect(seen.getByRole('link')).toBeFocused();
  await expect(remember).not.toBeChecked();
  const viewed = () => page.evaluate(() => localStorage.getItem('recentlyViewed'));
  await seen.getByRole('link').click();
  await expect(page.getByRole('checkbox', { name: /^Remember in this browser/ })).toBeInViewport();
  await page.goto('/product-details/14');
  await expect(page.getByRole('region', { name: /^More from/ })).toBeVisible();
  expect(await viewed()).toBe('off');
  await remember.check();
  expect(await viewed()).toBeNull();
  await other.close();
  await page.reload();
  await expectViewed(page, 14);
});

test('a list that is on again shows its products and its button when Back shows a page where it was turned off', async ({
  page,
}) => {
  const open = (path: string) => page.evaluate((href) => location.assign(href), path);
  const title = page.getByRole('heading', { level: 1 });
  const seen = page.getByRole('region', { name: 'Recently viewed' });
  const turnOff = seen.getByRole('button', { name: 'Clear and turn off' });
  await openShop(page, '/product-details/14');
  await expectViewed(page, 14);
  await open('/product-details/17');
  await expect(title).toHaveText('Velvet Collection Scarf');
  await seen.scrollIntoViewIfNeeded();
  await frames(page, 3);
  await turnOff.click();
  await expect(seen.getByText('Cleared and turned off.')).toBeVisible();
  await seen.getByRole('link', { name: 'Privacy Policy' }).click();
  const remember = page.getByRole('checkbox', { name: /^Remember in this browser/ });
  await expect(remember).not.toBeChecked();
  await remember.check();
  await open('/product-details/20');
  await expectViewed(page, 20);
  await page.evaluate(() => history.go(-2));
  await expect(title).toHaveText('Velvet Collection Scarf');
  await expect(seen.getByRole('listitem')).toHaveCount(1);
  await expect(seen.getByText('Cleared and turned off.')).toBeHidden();
  await expect(turnOff).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
});
