import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#local/settings.ts';

const textOf = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');

const filesOf = (pattern: string) =>
  globSync(pattern, {
    cwd: projectFolder,
    exclude: (name) => /(^|\/)(node_modules|dist|\.[a-z]\w+)$/.test(name),
  });

/** Anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (file: string) =>
  Array.from(textOf(file).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Links to files of the project, as `[file with the link, its target]`. */
const links = [
  ...filesOf('**/*.md').flatMap((file) =>
    Array.from(textOf(file).matchAll(/\]\(([^)\s]+)\)/g), ([, to = '']) => [file, to] as const)
      .filter(([, to]) => !/^[a-z]+:|^\//.test(to))
      .map(
        ([, to]) =>
          [file, to.startsWith('#') ? file + to : path.join(path.dirname(file), to)] as const,
      ),
  ),
  ...filesOf(
    '{src,netlify,supabase,tests,bench,backup,doctor,local,staff,catalogue}/**/*.{ts,tsx,astro,sql}',
  ).flatMap((file) =>
    Array.from(
      textOf(file).matchAll(/\bdocs\/[\w/-]+\.md(#[\w-]+)?/g),
      ([to]) => [file, to] as const,
    ),
  ),
];

test('links in documents, and to documents in code, lead to a file and a heading', () => {
  expect(links.length).toBeGreaterThan(100);
  const dead = links.filter(([, to]) => {
    const [target = '', anchor] = to.split('#');
    if (!existsSync(path.join(projectFolder, target))) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
  expect(dead).toEqual([]);
});

/** Written by the first release. */
const later = 'supabase/released.json';

test('paths in documents exist', () => {
  const named = filesOf('{*,docs/**/*,supabase/*}.md').flatMap((file) =>
    Array.from(
      textOf(file).matchAll(
        /`((?:src|netlify|supabase|tests|bench|local|harness|docs|emails|packages)\/[\w./-]+)`/g,
      ),
      ([, to = '']) => [file, to] as const,
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(
    named.filter(([, to]) => to !== later && !existsSync(path.join(projectFolder, to))),
  ).toEqual([]);
});
