/**
 * Netlify's own bundler traces the packages of each function anew, which takes minutes for all of them. On a
 * developer's machine the packages are there: functions are bundled without them, at once.
 */

/** Before Netlify's server for developers reads the functions. */
export async function onPreDev() {
  const { bundleFunctions } = await import('./bundle-functions.ts');
  const end = await bundleFunctions();
  // When Netlify's server has ended, or was killed.
  process.once('disconnect', () => void end());
}
