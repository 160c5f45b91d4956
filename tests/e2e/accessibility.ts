import axe from 'axe-core';
import { expect, type Frame, type Page, test } from 'playwright/test';
import type { z } from 'zod';
import type { CheckedPage } from '#domain/accessibility-results.ts';
import { phoneScreen } from './phone-screen.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What 400 % zoom leaves of a window of 1280 × 1024: WCAG 2.2, 1.4.10. */
const zoomedScreen = { width: 320, height: 256 };

/**
 * Contrast: axe reads the text's colour from -webkit-text-fill-color, where Chromium keeps what the page
 * asked for, not what it paints. Sizes: the cards below a window are laid out by then, and axe takes the
 * button that a card clips away below its picture for one that lies on the card's link, which covers the
 * whole card. Sizes do not depend on colours: they are looked at on all screens.
 */
const notInForcedColours = ['color-contrast', 'target-size'];

interface Passed {
  axe: string;
  rules: string[];
}

/** Gives a document axe, once: it takes longer to load than to look at most pages. */
async function addAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
}

/** Expects that axe finds nothing wrong with the page as it is now, once it has come to rest. */
async function expectNothingFound(
  page: Page,
  frames: number,
  but: readonly string[] = [],
): Promise<Passed> {
  // A text that is still fading in has not the contrast it will have.
  await page.evaluate(async () => {
    // What a closed panel hides stands still, and would be waited for in vain.
    const moving = document.getAnimations().filter((motion) => {
      const { effect } = motion;
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return motion instanceof CSSTransition && target?.checkVisibility();
    });
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  // Browsers drop a form within a form from HTML, and React writes it all the same.
  await expect(page.locator('form form'), 'forms within forms').toHaveCount(0);
  expect(page.frames(), 'frames, which axe would leave out').toHaveLength(1 + frames);
  await Promise.all(page.frames().map(addAxe));
  // In the page `axe` is what that has left there.
  const { found, ...passed } = await page.evaluate(
    async ({ tags, left }) => {
      // What lies under the pointer since the window was resized would begin to fade in meanwhile.
      const still = new CSSStyleSheet();
      still.replaceSync('* { transition: none !important }');
      document.adoptedStyleSheets.push(still);
      const { violations, passes, testEngine } = await axe.run({
        resultTypes: ['violations'],
        runOnly: { type: 'tag', values: tags },
        rules: Object.fromEntries(left.map((id) => [id, { enabled: false }])),
      });
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
      return {
        found: violations.map(({ id, help, nodes }) => ({
          id,
          help,
          where: nodes.map(({ html }) => html),
        })),
        axe: testEngine.version,
        rules: passes.map(({ id }) => id),
      };
    },
    { tags: rules, left: but },
  );
  expect(found, 'found by axe').toEqual([]);
  return passed;
}

/** Looks at the page at 400 % zoom and with a system's own colours and no motion; leaves it as it was. */
async function lookEveryWay(page: Page, frames: number): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(zoomedScreen);
  await expectNothingFound(page, frames);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, 'pixels of the page’s width at 400 % zoom').toBeLessThanOrEqual(zoomedScreen.width);
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await expectNothingFound(page, frames, notInForcedColours);
  await page.emulateMedia({ forcedColors: null, reducedMotion: null });
}

/**
 * Expects that axe finds nothing wrong with the page as it is now, on a wide screen and on a narrow
 * one. A test with the tag @layout is run on both anyway.
 * @param options.frames how many the page has that show what is looked at elsewhere.
 * @param options.as what the accessibility statement calls the page; then it is looked at in every way
 * that the statement names. The test carries the tag @accessibility.
 */
export async function expectAccessible(
  page: Page,
  { frames = 0, as }: { frames?: number; as?: string } = {},
): Promise<void> {
  const passed = await expectNothingFound(page, frames);
  const { annotations, project, tags } = test.info();
  const wide = page.viewportSize();
  const onBoth = tags.includes('@layout');
  const views: z.infer<typeof CheckedPage>['views'] = [project.name === 'phone' ? 'phone' : 'wide'];
  if (wide && !onBoth && !tags.includes('@phone')) {
    await page.setViewportSize(phoneScreen);
    await expectNothingFound(page, frames);
    await page.setViewportSize(wide);
    views.push('phone');
  }
  if (as === undefined) return;
  if (project.name === 'desktop') {
    await lookEveryWay(page, frames);
    views.push('zoomed', 'forced colours');
  }
  const browser = `Chromium ${page.context().browser()?.version()}`;
  const checked: z.infer<typeof CheckedPage> = { name: as, views, browser, ...passed };
  annotations.push({ type: 'checked', description: JSON.stringify(checked) });
}
