import type { BrowserLaunch } from '#harness/chromium.ts';

/** Settings that the global setup passes to the browser tests' processes. */
export interface E2eSettings {
  origin?: string;
  databaseUrl?: string;
  stripeUrl?: string;
  /** The built copy of the project. */
  project?: string;
  mailboxUrl?: string;
  /** Environment of the functions. */
  environment?: Record<string, string>;
  browser?: BrowserLaunch;
}

const variable = 'MINICIA_E2E';

/** Reads the settings; empty before the setup has run. */
export function readE2eSettings(): E2eSettings {
  const text = process.env[variable];
  const settings: E2eSettings = text ? JSON.parse(text) : {};
  return settings;
}

/** Passes the settings to the test processes through the environment. */
export function passE2eSettings(settings: E2eSettings): void {
  process.env[variable] = JSON.stringify(settings);
}
