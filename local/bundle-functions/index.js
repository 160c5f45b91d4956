/**
 * Netlify's own bundler traces the packages of each function anew, which takes minutes for all of them. On a
 * developer's machine the packages are there: functions are bundled without them, at once.
 */

/** Before Netlify's server for developers reads the functions. What it runs (start-site.js) keeps them up to date. */
export async function onPreDev() {
  const { bundleFunctions } = await import('./bundle-functions.ts');
  await bundleFunctions();
}
