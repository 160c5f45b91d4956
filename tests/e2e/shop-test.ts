import postgres from 'postgres';
import { test as base, expect, type Page, type Route } from 'playwright/test';
import { stripeControl } from 'stripe-checkout-sandbox';
import { readE2eSettings } from '../support/e2e-settings.ts';
import { type NetlifyDev, startNetlifyDev } from '../support/netlify-dev.ts';

export { expect };

export interface ShopFixtures {
  /** Controls the payment sandbox. */
  stripe: ReturnType<typeof stripeControl>;
  /** A unique username, and the account's other data. */
  account: { username: string; email: string; password: string };
  /** Errors that the page is expected to log; tests that make calls fail add them here. */
  loggedErrors: RegExp[];
  /** Products that the test puts on sale, by id or slug: archived when it ends, even if it fails. */
  onSale: (number | string)[];
}

interface WorkerFixtures {
  /** The shop's database, as superuser. */
  sql: postgres.Sql;
  netlify: NetlifyDev | null;
}

/** Logs the page's policy violations to the console. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (violation) => {
    const { effectiveDirective, blockedURI, sourceFile, sample } = violation;
    console.error(`Policy: ${effectiveDirective} refuses ${blockedURI} ${sourceFile} ${sample}`);
  });
}

/** A browser test of the shop that fails on any console error or policy violation. */
export const test = base.extend<
  ShopFixtures & {
    picturesOfFailure: undefined;
    quietConsole: undefined;
    ownAddress: undefined;
    endedRoutes: undefined;
  },
  WorkerFixtures
>({
  /** The same shop on Netlify's dev server, for the project that tests it. */
  netlify: [
    async ({}, use, { project: { name } }) => {
      const { project = '', environment } = readE2eSettings();
      const netlify =
        name === 'netlify'
          ? await startNetlifyDev(project, { ...process.env, ...environment })
          : null;
      await use(netlify);
      await netlify?.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ baseURL, netlify }, use) => use(netlify?.origin ?? baseURL),
  sql: [
    async ({}, use) => {
      const sql = postgres(readE2eSettings().databaseUrl ?? '', {
        max: 2,
        onnotice: () => undefined,
      });
      await use(sql);
      await sql.end();
    },
    { scope: 'worker' },
  ],
  /**
   * Screenshots of failed tests. Playwright's own option captures every page at the end, even if the test has
   * passed.
   */
  picturesOfFailure: [
    async ({ page }, use, testInfo) => {
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      for (const [tab, shown] of page.context().pages().entries()) {
        const path = testInfo.outputPath(`failed-${tab + 1}.png`);
        await shown.screenshot({ path, timeout: 5000 });
        testInfo.attachments.push({ name: 'screenshot', path, contentType: 'image/png' });
      }
    },
    { auto: true },
  ],
  /**
   * Handlers of intercepted requests that are still at work when a test ends. Their errors would fail the next
   * test of the worker.
   */
  endedRoutes: [
    async ({ page }, use) => {
      await use(undefined);
      for (const open of page.context().pages())
        await open.unrouteAll({ behavior: 'ignoreErrors' });
      await page.context().unrouteAll({ behavior: 'ignoreErrors' });
    },
    { auto: true },
  ],
  /**
   * All shoppers of these tests share one client address, so rate limits by address are cleared. Limits by
   * username stay.
   */
  ownAddress: [
    async ({ sql }, use) => {
      await sql`
        delete from rate_limits
        where action in ('login-address', 'register-address', 'subscribe-address', 'stock-alert-address', 'stock-alert-colour', 'withdrawal-address', 'withdrawal-email')`;
      await use(undefined);
    },
    { auto: true },
  ],
  stripe: async ({}, use) => use(stripeControl(readE2eSettings().stripeUrl ?? '')),
  account: async ({}, use, testInfo) => {
    const username = `shopper-${testInfo.workerIndex}-${Date.now()}`;
    await use({ username, email: `${username}@example.com`, password: 'correct horse battery' });
  },
  loggedErrors: async ({}, use) => use([]),
  onSale: async ({ sql }, use) => {
    const products: (number | string)[] = [];
    await use(products);
    const named = products.map(String);
    await sql`
      update products set archived_at = now()
      where archived_at is null and (id::text = any (${named}) or slug = any (${named}))`;
  },
  quietConsole: [
    async ({ page, loggedErrors }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        // The browser's own message about a 4xx response is not an error; tests check such responses.
        const ofAnswer = message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && !ofAnswer) errors.push(message.text());
      });
      await page.addInitScript(reportViolations);
      await use(undefined);
      const unexpected = errors.filter((error) => !loggedErrors.some((known) => known.test(error)));
      expect(unexpected, 'errors in the console').toEqual([]);
      for (const known of loggedErrors) expect(errors.join('\n')).toMatch(known);
    },
    { auto: true },
  ],
});

/** Chooses a colour and adds one unit; ends on the cart page. */
export async function addToCart(page: Page, colour: string): Promise<void> {
  await page.getByRole('radio', { name: colour }).check();
  await page.getByRole('button', { name: 'Add To Cart', exact: true }).click();
  await expect(page).toHaveURL(/\/cart$/);
}

/** Signs up on the login page. */
export async function signUp(page: Page, account: ShopFixtures['account']): Promise<void> {
  await page.getByRole('button', { name: 'Sign Up' }).first().click();
  const form = page.getByRole('form', { name: 'Sign Up' });
  await form.getByLabel('Username').fill(account.username);
  await form.getByLabel('Email').fill(account.email);
  await form.getByLabel('Password', { exact: true }).fill(account.password);
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Registration successful!' }),
  ).toBeVisible();
}

/** Signs up and logs in on the login page. */
export async function signUpAndLogIn(page: Page, account: ShopFixtures['account']): Promise<void> {
  await signUp(page, account);
  await logIn(page, account);
}

/**
 * Waits until a status message is shown, if only briefly. Called before the press that causes the message: the page
 * looks in every frame, an assertion only once a second after a while.
 */
export async function untilTold(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('output, [role=status]')].some(
        (status) => status.checkVisibility() && status.textContent.includes(wanted),
      ),
    text,
    { polling: 'raf' },
  );
}

/** Logs in on the login page. */
export async function logIn(page: Page, account: ShopFixtures['account']): Promise<void> {
  const signIn = page.getByRole('form', { name: 'Sign In' });
  await signIn.getByLabel('Username').fill(account.username);
  await signIn.getByLabel('Password', { exact: true }).fill(account.password);
  const told = untilTold(page, 'Login successfully');
  await signIn.getByRole('button', { name: 'Sign In' }).click();
  await told;
}

/** Delivery addresses by country name. */
const addresses = {
  'United Kingdom': '12 St James Square, London SW1Y 4JH',
  France: '8 rue de Rivoli, 75004 Paris',
};

/** Fills out the billing form and goes to the payment page. */
export async function fillBillingAndCheckOut(
  page: Page,
  country: keyof typeof addresses = 'United Kingdom',
  email = 'ada@example.com',
): Promise<void> {
  await expect(page).toHaveURL(/\/billing$/);
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByLabel('Address').fill(addresses[country]);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Phone Number').fill('+44 20 7946 0000');
  await page.getByLabel('Shipping Country').selectOption({ label: country });
  await page.getByRole('button', { name: 'CHECKOUT' }).click();
  await expect(page).toHaveURL(/\/c\/pay\/cs_test_/);
}

/** Types a card into the payment page and presses Pay. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel(/Expiry/).fill('12/34');
  await page.getByLabel(/CVC|Security code/).fill('123');
  await page.getByLabel('Name on card').fill('Ada Lovelace');
  await page.getByRole('button', { name: /^Pay/ }).click();
}

/**
 * Handles the first request to a URL; later ones continue. Unlike `times: 1` it leaves interception on:
 * switching it off while the next page loads can leave one of its requests pending.
 */
export async function interceptOnce(
  page: Page,
  address: string | RegExp,
  handle: (route: Route) => Promise<void>,
): Promise<void> {
  let handled = false;
  await page.route(address, (route) => {
    if (handled) return route.fallback();
    handled = true;
    return handle(route);
  });
}
