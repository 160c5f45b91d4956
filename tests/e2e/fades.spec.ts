import type { Page } from 'playwright/test';
import { expect, test } from './shop-test.ts';

/** Simulates older versions of Safari and Firefox, which load documents. */
function withoutSpeculationRules(): void {
  HTMLScriptElement.supports = (type) => type === 'module';
  Reflect.deleteProperty(window, 'navigation');
}

/** Records in each page whether it faded in. */
function watchFades(): void {
  addEventListener('pagereveal', ({ viewTransition }) =>
    Object.assign(window, { faded: viewTransition !== null }),
  );
}

/** Follows a link to another page. @returns whether it faded in. */
async function comesWithFade(page: Page): Promise<boolean> {
  await page.goto('/contact-us', { waitUntil: 'load' });
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ', exact: true }).click();
  await expect(page).toHaveURL(/Faqs/);
  await expect.poll(() => page.evaluate(() => 'faded' in window)).toBe(true);
  return page.evaluate(() => 'faded' in window && window.faded === true);
}

test('pages fade into each other where browsers do not prerender, but not with reduced motion', async ({
  page,
}) => {
  await page.addInitScript(withoutSpeculationRules);
  await page.addInitScript(watchFades);
  expect(await comesWithFade(page)).toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await comesWithFade(page)).toBe(false);
});

test('no fade delays a page that speculation rules have prerendered', async ({ page }) => {
  await page.addInitScript(watchFades);
  expect(await comesWithFade(page)).toBe(false);
});
