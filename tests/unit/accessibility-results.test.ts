import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { accessibilityResults } from '#content/accessibility-results.ts';
import { accessibilityViews } from '#domain/browsing/accessibility-results.ts';
import { projectFolder } from '#local/settings.ts';

const tests = globSync('tests/e2e/*.spec.ts', { cwd: projectFolder })
  .map((file) => readFileSync(path.join(projectFolder, file), 'utf8'))
  .join('\n');

/** Names matched in the browser tests, sorted. */
function named(words: RegExp): string[] {
  return [...new Set(Array.from(tests.matchAll(words), ([, name = '']) => name))].toSorted();
}

// `npm run accessibility` fixes failures of these tests.
const { pages, journeys, tested } = accessibilityResults;

test('the accessibility statement names the pages that browser tests check in every way', () => {
  const names = pages.map(({ name }) => name).toSorted();
  expect(names).toEqual(named(/expectAccessible\(page, \{ as: '([^']+)'/g));
  for (const page of pages) expect(page).toMatchObject({ views: accessibilityViews });
});

test('the accessibility statement names the journeys that browser tests make', () => {
  expect(journeys).toEqual(named(/type: 'journey',\s*description:\s*'([^']+)'/g));
});

test('the accessibility statement is based on tests of the last year', () => {
  const days = (Date.now() - Date.parse(tested)) / 86_400_000;
  expect(days).toBeLessThan(366);
  expect(days).toBeGreaterThan(-1);
});
