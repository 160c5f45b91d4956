import type { BrowserLaunch } from '#harness/chromium.ts';

/** What the browser tests' processes are told by their global setup. */
export interface E2eSettings {
  origin?: string;
  databaseUrl?: string;
  stripeUrl?: string;
  /** The built copy of the project. */
  project?: string;
  mailboxUrl?: string;
  /** What the functions are given. */
  environment?: Record<string, string>;
  browser?: BrowserLaunch;
}

const variable = 'MINICIA_E2E';

/** Reads what the setup has found; empty before it has run. */
export function readE2eSettings(): E2eSettings {
  const text = process.env[variable];
  const settings: E2eSettings = text ? JSON.parse(text) : {};
  return settings;
}

/** Hands the settings to the test processes, which inherit the environment. */
export function passE2eSettings(settings: E2eSettings): void {
  process.env[variable] = JSON.stringify(settings);
}
