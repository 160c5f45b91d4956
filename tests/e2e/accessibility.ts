import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from 'playwright/test';
import { phoneScreen } from './phone-screen.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Expects that axe finds nothing wrong with the page as it is now, once it has come to rest. */
async function expectNothingFound(page: Page, frames: number): Promise<void> {
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
  // Without frames there is nothing to put together, for which axe would open a page of its own.
  expect(page.frames(), 'frames, which axe would leave out').toHaveLength(1 + frames);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(rules)
    .analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html }) => html),
  }));
  expect(found, 'found by axe').toEqual([]);
}

/**
 * Expects that axe finds nothing wrong with the page as it is now, on a wide screen and on a narrow
 * one. A test with the tag @layout is run on both anyway.
 * @param frames how many the page has that show what is looked at elsewhere.
 */
export async function expectAccessible(page: Page, { frames = 0 } = {}): Promise<void> {
  await expectNothingFound(page, frames);
  const { tags } = test.info();
  const wide = page.viewportSize();
  if (!wide || tags.includes('@layout') || tags.includes('@phone')) return;
  await page.setViewportSize(phoneScreen);
  await expectNothingFound(page, frames);
  await page.setViewportSize(wide);
}
