import type { Page } from 'playwright/test';
import { expect, test } from './shop-test.ts';

/** Simulates older versions of Safari and Firefox. */
function withoutSpeculationRules(): void {
  HTMLScriptElement.supports = (type) => type === 'module';
  Reflect.deleteProperty(window, 'navigation');
}

/** Simulates a phone with Data Saver. */
function savingData(): void {
  Object.defineProperty(navigator, 'connection', {
    value: { saveData: true, effectiveType: '4g' },
  });
}

/** Paths of the pages prefetched by a script. */
function fetchedEarly(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="prefetch"]')].map(
      ({ href }) => new URL(href).pathname,
    ),
  );
}

function loadsOf(page: Page, script: RegExp): string[] {
  const loads: string[] = [];
  page.on('request', (request) => {
    if (script.test(request.url())) loads.push(request.url());
  });
  return loads;
}

async function turnTo(page: Page, name: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).hover();
}

test('without speculation rules, products in view and the page of a hovered link are prefetched; API calls and payment returns are not', async ({
  page,
}) => {
  await page.addInitScript(withoutSpeculationRules);
  await page.goto('/productListing/6');
  await expect.poll(() => fetchedEarly(page)).not.toHaveLength(0);
  for (const path of await fetchedEarly(page)) expect(path).toMatch(/^\/product-details\/\d+$/);
  await page.evaluate(() => {
    const addresses = ['/api/listing/categories/', '/stripesuccess?session_id=1'];
    const links = addresses.map((href, place) => {
      const link = document.createElement('a');
      Object.assign(link, { href, textContent: `Trap ${place}` });
      return link;
    });
    document.querySelector('footer')?.prepend(...links);
  });
  await turnTo(page, 'FAQ');
  await expect.poll(() => fetchedEarly(page)).toContain('/Faqs');
  for (const place of [0, 1]) {
    const trap = page.getByRole('link', { name: `Trap ${place}` });
    await trap.hover();
    await trap.dispatchEvent('pointerover', { pointerType: 'touch' });
  }
  // A later prefetch proves that the earlier links had enough time.
  await turnTo(page, 'Privacy Policy');
  await expect.poll(() => fetchedEarly(page)).toContain('/privacypolicy');
  const pages = new Set(await fetchedEarly(page));
  for (const path of ['/api/listing/categories/', '/stripesuccess'])
    expect.soft(pages.has(path), path).toBe(false);
});

test('without speculation rules, nothing is prefetched with Data Saver on', async ({ page }) => {
  await page.addInitScript(withoutSpeculationRules);
  await page.addInitScript(savingData);
  const loads = loadsOf(page, /prefetch-links/);
  await page.goto('/productListing/6', { waitUntil: 'networkidle' });
  expect(loads).not.toHaveLength(0);
  await turnTo(page, 'FAQ');
  await page.waitForLoadState('networkidle');
  expect(await fetchedEarly(page)).toEqual([]);
});

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

test('where speculation rules are supported, no prefetch script is loaded, and no fade delays a prerendered page', async ({
  page,
}) => {
  const loads = loadsOf(page, /prefetch-links|quicklink/);
  await page.addInitScript(watchFades);
  await page.goto('/productListing/6', { waitUntil: 'networkidle' });
  await turnTo(page, 'FAQ');
  await page.waitForLoadState('networkidle');
  expect(loads).toEqual([]);
  expect(await fetchedEarly(page)).toEqual([]);
  expect(await comesWithFade(page)).toBe(false);
});
