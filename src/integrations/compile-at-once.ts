/**
 * Chromium's explicit compile hint, at the top of a script: all its functions are compiled as it loads, not each when it
 * is first called.
 * @see https://v8.dev/blog/explicit-compile-hints
 */
export const compileAtOnce = '//# allFunctionsCalledOnLoad';

/**
 * Whether a script is loaded while the browser is idle, and first runs while a touched page is being prepared: to
 * compile it then would take a slow phone part of the touch.
 * @param chunk its name, as the bundler says it.
 */
export function runsUnderTheFinger(chunk: string): boolean {
  return chunk === 'navigation';
}
