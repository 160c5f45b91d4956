/** The marks that React throws to itself: `HydrationMismatchException` and the like. */
const SENTINELS = /\b(\w+Exception = )Error\(formatProdErrorMessage\(\d+\)\)/g;

/**
 * React makes a few errors while its file is being evaluated, only to recognise them later. Where
 * somebody listens for errors (developer tools, Lighthouse, our bench) the browser notes the line of
 * each caller, for which it parses the whole file twice more: 120 ms of a slow phone's time. Made
 * without stack and text, which nobody reads, the marks cost nothing.
 *
 * @returns {import('vite').Plugin}
 */
export function plainSentinels() {
  return {
    name: 'plain-sentinels',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /react-dom-client\.production\.js/ },
      handler(code) {
        const changed = code.replaceAll(SENTINELS, '$1{}');
        if (changed === code) this.error('React has changed: see whether this is still needed.');
        return { code: changed, map: null };
      },
    },
  };
}
