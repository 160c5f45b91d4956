import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { projectFolder } from '#local/settings.ts';

const Rules = z.object({
  redirects: z.array(z.object({ from: z.string(), to: z.string(), status: z.int() })).default([]),
  headers: z.array(z.object({ for: z.string(), values: z.record(z.string(), z.string()) })),
});

/** A path pattern of netlify.toml: `*` matches anything, `:name` one segment. */
function pattern(text: string): RegExp {
  const source = text
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\/\*$/, '(?:/.*)?')
    .replaceAll('*', '.*')
    .replaceAll(/:[^/]+/g, '([^/]+)');
  return new RegExp(`^${source}/?$`);
}

export interface Target {
  to: string;
  status: number;
}

/**
 * Rules of the build's own file, which come before those of netlify.toml: target by path, in lower case.
 * @see https://docs.netlify.com/routing/redirects/#rule-processing-order
 */
export function readRedirectsFile(folder: string): ReadonlyMap<string, Target> {
  const file = path.join(folder, '_redirects');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return new Map(
    lines.map((line) => {
      const [from = '', to = '', status] = line.split(' ');
      return [from.toLowerCase(), { to, status: Number(status) }] as const;
    }),
  );
}

/** The headers and rewrites that netlify.toml sets for the built pages. */
export function readNetlifyRules(file = path.join(projectFolder, 'netlify.toml')) {
  const { headers, redirects } = Rules.parse(parse(readFileSync(file, 'utf8')));
  const headerRules = headers.map((rule) => ({ test: pattern(rule.for), values: rule.values }));
  const rewrites = redirects.map(({ from, to, status }) => ({ test: pattern(from), to, status }));
  return {
    /** The headers of a path; later rules add to and override earlier ones. */
    headersOf(pathname: string): Record<string, string> {
      const found = headerRules.filter(({ test }) => test.test(pathname));
      return Object.assign({}, ...found.map(({ values }) => values));
    },
    /** All values that the rules set for a header of a path; Netlify may join several. */
    valuesOf(pathname: string, name: string): string[] {
      const found = headerRules.filter(({ test }) => test.test(pathname));
      return found.flatMap(({ values }) => values[name] ?? []);
    },
    /** The target of a path without a file, and the status with which it is answered: 200 for a rewrite. */
    rewriteOf(pathname: string): Target | undefined {
      for (const { test, to, status } of rewrites) {
        const found = test.exec(pathname);
        if (found) return { to: to.replace(/:[^/]+/, found[1] ?? ''), status };
      }
      return undefined;
    },
  };
}
