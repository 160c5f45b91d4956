import type axeCore from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Frame, type Page, test } from 'playwright/test';
import type { z } from 'zod';
import type { CheckedPage } from '#domain/browsing/accessibility-results.ts';
import { phoneScreen } from './phone-screen.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A window of 1280 × 1024 at 400 % zoom: WCAG 2.2, 1.4.10. */
const zoomedScreen = { width: 320, height: 256 };

/**
 * Contrast: axe reads the text colour from -webkit-text-fill-color, where Chromium keeps the page's colour
 * rather than the painted one. Sizes: cards below the window are laid out by then, and axe mistakes the
 * button clipped below a card's picture for one that overlaps the link covering the whole card. Sizes do not
 * depend on colours and are checked on all screens.
 */
const notInForcedColours = ['color-contrast', 'target-size'];

interface Passed {
  axe: string;
  rules: string[];
}

/** Global of the page, set by `addAxe`. */
declare const axe: typeof axeCore;

/** Minified: less than half as long to send and to compile. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Loads axe into a document once: loading takes longer than checking most pages. */
async function addAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source);
}

/** Expects no findings of axe on the current page, once animations have ended. */
async function expectNothingFound(
  page: Page,
  frames: number,
  but: readonly string[] = [],
): Promise<Passed> {
  // A text that is fading in does not have its final contrast yet.
  await page.evaluate(async () => {
    // Animations inside a closed panel are paused and would never end.
    const moving = document.getAnimations().filter((motion) => {
      const { effect } = motion;
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return motion instanceof CSSTransition && target?.checkVisibility();
    });
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  // Browsers drop nested forms from HTML, but React creates them.
  await expect(page.locator('form form'), 'forms within forms').toHaveCount(0);
  expect(page.frames(), 'frames, which axe would leave out').toHaveLength(1 + frames);
  await Promise.all(page.frames().map(addAxe));
  const { found, ...passed } = await page.evaluate(
    async ({ tags, left }) => {
      // An element under the pointer after the resize would start to fade in meanwhile.
      const still = new CSSStyleSheet();
      still.replaceSync('* { transition: none !important }');
      document.adoptedStyleSheets.push(still);
      const options: axeCore.RunOptions = {
        resultTypes: ['violations'],
        // The HTML of a finding is enough to find it.
        selectors: false,
        // No rule of these tags reads style sheets.
        preload: { assets: ['media'] },
        runOnly: { type: 'tag', values: tags },
        rules: Object.fromEntries(left.map((id) => [id, { enabled: false }])),
      };
      let results = await axe.run(options);
      // A target half behind the sticky header counts as too small.
      if (scrollY > 0 && results.violations.some(({ id }) => id === 'target-size')) {
        scrollTo({ top: 0, behavior: 'instant' });
        results = await axe.run(options);
      }
      const { violations, passes, testEngine } = results;
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

/** Checks the page at 400 % zoom, in forced colours and with reduced motion, then restores it. */
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
 * Expects no findings of axe on the current page, on a wide and a narrow screen. A test tagged @layout runs
 * on both anyway.
 * @param options.frames number of the page's frames, whose content is checked elsewhere.
 * @param options.oneWidth leaves the other screen out: the state has the same layout there, or is checked there elsewhere.
 * @param options.as name of the page in the accessibility statement; if set, the page is checked in every way
 *   that the statement lists. The test must be tagged @accessibility.
 */
export async function expectAccessible(
  page: Page,
  { frames = 0, oneWidth = false, as }: { frames?: number; oneWidth?: boolean; as?: string } = {},
): Promise<void> {
  const passed = await expectNothingFound(page, frames);
  const { annotations, project, tags } = test.info();
  const wide = page.viewportSize();
  const onOne = oneWidth || tags.includes('@layout') || tags.includes('@phone');
  const views: z.infer<typeof CheckedPage>['views'] = [project.name === 'phone' ? 'phone' : 'wide'];
  if (wide && !onOne) {
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
