/**
 * Chromium's explicit compile hint, at the top of a script: all its functions are compiled as it loads, not each when it
 * is first called.
 * @see https://v8.dev/blog/explicit-compile-hints
 */
export const compileAtOnce = '//# allFunctionsCalledOnLoad';

/**
 * Whether a script's functions first run while the touched page is being prepared: to compile them then takes a slow
 * phone about 5 ms of the touch. Such scripts are loaded while the browser is idle.
 * @param chunk its name, as the bundler says it.
 */
export function runsUnderTheFinger(chunk: string): boolean {
  return /^navigation$|(?:^|\/)(?:Navigation|Listing)\.astro/.test(chunk);
}
