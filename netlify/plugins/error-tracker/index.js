/** Files of Sentry's SDK that run in functions (netlify/server/error-tracker.ts). */
const sdkFiles = [
  'node_modules/@sentry/core/package.json',
  'node_modules/@sentry/core/build/esm/**',
  '!node_modules/@sentry/core/build/esm/**/*.map',
  'node_modules/@sentry/conventions/package.json',
  'node_modules/@sentry/conventions/dist/*.mjs',
];

/**
 * Adds Sentry's SDK to the functions if it is on (`SENTRY_DSN`).
 * @param {{ netlifyConfig: { functions: Record<string, { included_files?: string[] }> } }} build
 */
export function onPreBuild({ netlifyConfig }) {
  if (!process.env.SENTRY_DSN) return;
  const everyFunction = (netlifyConfig.functions['*'] ??= {});
  everyFunction.included_files = [...(everyFunction.included_files ?? []), ...sdkFiles];
  console.log('Added Sentry’s SDK to the functions.');
}
