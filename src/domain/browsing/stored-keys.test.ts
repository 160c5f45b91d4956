import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storedKeys } from './stored-keys.ts';

/** The names in a part of the text, sorted. */
function named(part: string): (string | undefined)[] {
  return [...part.matchAll(/\*\*(\w+):?\*\*/g)].map(([, name]) => name).toSorted();
}

test('the privacy policy names exactly the entries stored in a browser, each under its area', () => {
  const text = readFileSync(
    new URL('../../../supabase/migrations/20261122001605_first_content.sql', import.meta.url),
    'utf8',
  );
  const [, local = '', session = '', cookies = ''] =
    /until you delete it:\n([^]+?)\nIn that tab, until you close it:\n([^]+?)\nFour small cookies:\n([^]+?)\n## /.exec(
      text,
    ) ?? [];
  expect(named(local)).toEqual(storedKeys.local.toSorted());
  expect(named(session)).toEqual(storedKeys.session.toSorted());
  expect(named(cookies)).toEqual(storedKeys.cookies.toSorted());
});
