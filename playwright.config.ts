import { defineConfig, devices } from 'playwright/test';
import { readE2eSettings } from '#tests/support/e2e-settings.ts';
import { phoneScreen } from '#tests/e2e/phone-screen.ts';

const { origin, browser } = readE2eSettings();

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };

/** Otherwise Chromium starts a process for the page that comes next, and most tests end before. */
const flags = ['--renderer-process-limit=1'];

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/e2e-setup.ts',
  // One more than two cores: a page waits for answers and timers as often as it computes.
  workers: 3,
  // A busy machine may starve a browser once; a test that needed its second try is named.
  retries: 1,
  // Limits that only catch a hang: three pages share two cores, and the machine may be a slow one.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: process.env['CI'] ? [['list']] : [['list'], ['html', { open: 'never' }]],
  use: {
    ...(origin && { baseURL: origin }),
    ...(browser && { launchOptions: { ...browser, args: [...(browser.args ?? []), ...flags] } }),
    locale: 'en-GB',
    // Recording every step is slow: ask for it with --trace on. A test that fails leaves a picture (shop-test.ts).
  },
  projects: [
    {
      // On Netlify's own server for developers, which takes a while to start: first, and only once.
      name: 'netlify',
      grep: /@netlify/,
      workers: 1,
      use: desktop,
    },
    { name: 'desktop', testIgnore: /netlify-dev/, grepInvert: /@phone/, use: desktop },
    {
      // What is laid out or touched in another way there (@layout), and what is only there (@phone).
      name: 'phone',
      grep: /@layout|@phone/,
      use: { ...devices['Pixel 7'], viewport: phoneScreen },
    },
  ],
});
