import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { projectFolder } from '#local/settings.ts';

const Rules = z.object({
  redirects: z.array(z.object({ from: z.string(), to: z.string(), status: z.int() })).default([]),
  headers: z.array(z.object({ for: z.string(), values: z.record(z.string(), z.string()) })),
});

/** A path pattern of netlify.toml: `*` is anything, `:name` one segment. */
function pattern(text: string): RegExp {
  const source = text
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\/\*$/, '(?:/.*)?')
    .replaceAll('*', '.*')
    .replaceAll(/:[^/]+/g, '([^/]+)');
  return new RegExp(`^${source}/?$`);
}

/** What netlify.toml says of the headers and the rewrites of the built pages. */
export function readNetlifyRules(file = path.join(projectFolder, 'netlify.toml')) {
  const { headers, redirects } = Rules.parse(parse(readFileSync(file, 'utf8')));
  const headerRules = headers.map((rule) => ({ test: pattern(rule.for), values: rule.values }));
  const rewrites = redirects.map(({ from, to }) => ({ test: pattern(from), to }));
  return {
    /** The headers of a path; a later rule adds to and wins over an earlier one. */
    headersOf(pathname: string): Record<string, string> {
      const found = headerRules.filter(({ test }) => test.test(pathname));
      return Object.assign({}, ...found.map(({ values }) => values));
    },
    /** All that the rules say of one header of a path; of more than one, Netlify may join them. */
    valuesOf(pathname: string, name: string): string[] {
      const found = headerRules.filter(({ test }) => test.test(pathname));
      return found.flatMap(({ values }) => values[name] ?? []);
    },
    /** Where a path without a file of its own is answered from. */
    rewriteOf(pathname: string): string | undefined {
      for (const { test, to } of rewrites) {
        const [, segment] = test.exec(pathname) ?? [];
        if (segment !== undefined) return to.replace(/:[^/]+/, segment);
      }
      return undefined;
    },
  };
}
