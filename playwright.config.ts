import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from 'playwright/test';
import { readE2eSettings } from '#tests/support/e2e-settings.ts';
import { phoneScreen } from '#tests/e2e/phone-screen.ts';

const { origin, browser } = readE2eSettings();

// Ten workers and the shop's processes compile the same scripts: a tenth of the CPU time.
process.env['NODE_COMPILE_CACHE'] ??= path.join(tmpdir(), 'minicia-compile-cache');

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };

/** Otherwise Chromium starts a spare process for the next page, which most tests never open. */
const flags = ['--renderer-process-limit=1'];

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/e2e-setup.ts',
  // More than two cores, because pages wait for responses, frames and timers: three workers leave a quarter of two
  // cores idle, five a seventh, and take the same CPU time.
  workers: 5,
  // A busy machine may starve a browser once. The end of `npm test` names tests that passed only on a retry.
  retries: 1,
  failOnFlakyTests: Boolean(process.env['FAIL_ON_FLAKY']),
  // Limits that only catch a hang: three pages share two cores, on a possibly slow machine.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: process.env['CI'] ? [['list']] : [['list'], ['html', { open: 'never' }]],
  use: {
    ...(origin && { baseURL: origin }),
    ...(browser && { launchOptions: { ...browser, args: [...(browser.args ?? []), ...flags] } }),
    locale: 'en-GB',
    // Traces are slow: request them with --trace on. Failed tests leave a screenshot (shop-test.ts).
  },
  projects: [
    {
      // Runs on Netlify's dev server, which is slow to start: first, and only once.
      name: 'netlify',
      grep: /@netlify/,
      workers: 1,
      use: desktop,
    },
    { name: 'desktop', testIgnore: /netlify-dev/, grepInvert: /@phone/, use: desktop },
    {
      // Tests of layout and touch that differ on a phone (@layout), and tests for phones only (@phone).
      name: 'phone',
      grep: /@layout|@phone/,
      use: { ...devices['Pixel 7'], viewport: phoneScreen },
    },
  ],
});
