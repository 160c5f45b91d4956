import { readFileSync } from 'node:fs';
import path from 'node:path';
import { RedirectsHandler } from '@netlify/redirects';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { projectFolder } from '#local/settings.ts';

const netlifyToml = path.join(projectFolder, 'netlify.toml');

const Rules = z.object({
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

/**
 * The redirects and rewrites of a built site, by Netlify's own matcher: the rules of the build's file come before those of
 * netlify.toml, and paths are compared decoded and letter by letter.
 * @see https://docs.netlify.com/routing/redirects/#rule-processing-order
 */
export function readRedirects(folder: string): RedirectsHandler {
  return new RedirectsHandler({
    configPath: netlifyToml,
    configRedirects: [],
    projectDir: folder,
    publicDir: folder,
    jwtRoleClaim: '',
    jwtSecret: '',
  });
}

/** The headers that netlify.toml sets for the built pages. */
export function readNetlifyRules() {
  const { headers } = Rules.parse(parse(readFileSync(netlifyToml, 'utf8')));
  const headerRules = headers.map((rule) => ({ test: pattern(rule.for), values: rule.values }));
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
  };
}
