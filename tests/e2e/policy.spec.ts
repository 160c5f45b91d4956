import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { projectFolder } from '#local/settings.ts';
import { expect, test } from './shop-test.ts';
import { kinds } from './whole-page.ts';

// Every browser test fails on a policy violation and on a logged error, with a cart, after a click and on pages
// added since the build. These tests open the pages that whole-page.spec.ts does not, and what a policy must refuse.

/** Paths of all pages of the project; arrivals pages are served at the paths of others. */
const addresses = readdirSync(path.join(projectFolder, 'src/pages'), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.astro') && !/^(arrivals|404)|_/.test(file))
  .map((file) => `/${file.replace(/\.astro$/, '').replace(/^index$/, '')}`)
  .map((address) => address.replace(/\[\w+\]/, '3'));

/** The addresses that whole-page.spec.ts opens, with the same number in place of each id. */
const opened = new Set(
  Object.values(kinds).flatMap((paths) =>
    paths.map((address) => address.replace(/\?.*/, '').replace(/\d+$/, '3')),
  ),
);

/** The policy of a page, without the hashes of its own inline scripts and styles. */
async function policyOf(page: Page, address: string): Promise<string | undefined> {
  const html = await (await page.request.get(address)).text();
  const [, policy] =
    /<meta http-equiv="content-security-policy" content="([^"]+)"/.exec(html) ?? [];
  return policy?.replaceAll(/ 'sha256-[^']+'/g, '');
}

test('no page violates its policy, and every policy allows the menu and the search of the header', async ({
  page,
}) => {
  expect(addresses).toEqual(expect.arrayContaining(['/', '/billing', '/product-details/3']));
  // Without a session, the payment return redirects to the login.
  const left = addresses.filter((one) => one !== '/stripesuccess' && !opened.has(one));
  for (const address of left) {
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  const policy = (await policyOf(page, '/Faqs')) ?? '';
  expect(policy).toContain("script-src 'self';");
  for (const address of addresses.filter((one) => one !== '/studio')) {
    expect(await policyOf(page, address), address).toBe(policy);
  }
  await page.goto('/Faqs', { waitUntil: 'networkidle' });
  // From now on no inline script or style is allowed, as if the page had none.
  await page.evaluate((content) => {
    const meta = Object.assign(document.createElement('meta'), { content });
    meta.httpEquiv = 'Content-Security-Policy';
    document.head.append(meta);
  }, policy);
  await page.getByRole('button', { name: 'MENU' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('combobox').fill('beanie');
  await expect(dialog.getByRole('option').first()).toBeVisible();
});

test('the policy is enforced: foreign scripts and styles do not run', async ({
  page,
  loggedErrors,
}) => {
  loggedErrors.push(
    /^Policy: script-src-elem refuses inline/m,
    /^Policy: script-src-elem refuses https:/m,
    /^Policy: script-src-attr refuses inline/m,
    /^Policy: script-src refuses eval/m,
    /^Policy: style-src-elem refuses inline/m,
    /^Policy: style-src-attr refuses inline/m,
    /violates the following Content Security Policy directive/,
  );
  await page.goto('/cart');
  await page.evaluate(() => {
    Object.assign(window, { ran: [] });
    const script = document.createElement('script');
    script.textContent = 'window.ran.push("inline")';
    const style = document.createElement('style');
    style.textContent = 'body { outline: 9px solid red }';
    const foreign = document.createElement('script');
    foreign.src = 'https://evil.example/x.js';
    const picture = document.createElement('div');
    picture.innerHTML = '<b style="outline: 9px solid red" onclick="window.ran.push(1)">x</b>';
    document.body.append(script, style, foreign, picture);
    picture.querySelector('b')?.click();
  });
  // In a later task, because calls from the test itself bypass the policy.
  const refused = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        setTimeout(() => {
          try {
            // oxlint-disable-next-line no-eval
            resolve(String(window.eval('window.ran.push("eval")')));
          } catch (error) {
            resolve(error instanceof Error ? error.name : '');
          }
        });
      }),
  );
  expect(refused).toBe('EvalError');
  expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toEqual([]);
  await expect(page.locator('body')).not.toHaveCSS('outline-width', '9px');
  await expect(page.locator('b')).not.toHaveCSS('outline-width', '9px');
});
