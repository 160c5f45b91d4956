import { stripVTControlCharacters } from 'node:util';

/** Request log of Netlify's and Astro's servers and of the shop's functions, except failures (5xx). */
const REQUEST_LINES = [
  /^\{"level":"info","message":"request",/,
  /^Request from \S+: [A-Z]+ /,
  /^Response with status [1-4]\d\d in /,
  /^\d\d:\d\d:\d\d \[[1-4]\d\d\] /,
  /^⬥ (Rewrote URL to|Redirecting|Proxying to|Loaded function|Reload(ed|ing) function) /,
  /^\d\d:\d\d:\d\d \[vite\] connected\.$/,
  // Printed on each page load, which reloads the catalogue (local/netlify-edge/developer-server.ts).
  /^\d\d:\d\d:\d\d \[content\] Sync(ing|ed) content$/,
  // Printed when a product does not exist: an ordinary 404.
  /^\d\d:\d\d:\d\d \[WARN\] \[router\] A `getStaticPaths\(\)` route pattern was matched/,
  /^Possible dynamic routes being matched: /,
];

function isRequestLine(line: string): boolean {
  const text = stripVTControlCharacters(line).trim();
  return REQUEST_LINES.some((pattern) => pattern.test(text));
}

/**
 * Filters request logs and empty lines out of the servers' output. Errors and the output of the shop's
 * functions are kept.
 *
 * @param write receives whole lines
 * @returns a function that takes the output in chunks
 */
export function quietLog(write: (text: string) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.trim() !== '' && !isRequestLine(line)) write(`${line}\n`);
    }
  };
}
