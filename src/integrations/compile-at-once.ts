/**
 * Chromium's explicit compile hint, at the top of a script: compiles all its functions on load rather
 * than on first call.
 * @see https://v8.dev/blog/explicit-compile-hints
 */
export const compileAtOnce = '//# allFunctionsCalledOnLoad';

/**
 * Whether a script is compiled on load: most functions of React run when a page's islands hydrate, and the main
 * thread would compile them one by one; `navigation` is loaded while the browser is idle and first runs while a
 * touched page is being prepared, where compiling it would take a slow phone part of the touch.
 * @param chunk the chunk's name in the bundler.
 */
export function isCompiledOnLoad(chunk: string): boolean {
  return chunk === 'navigation' || chunk === 'react';
}
