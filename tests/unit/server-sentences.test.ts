import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#local/settings.ts';
import { passagesOf } from '#tests/support/prose-faults.ts';

/** Files and folders with sentences of their own, and the reason. */
const elsewhere: Record<string, string> = {
  'server/messages': 'the place for sentences',
  'server/mail': 'the words of e-mails, beside their layout',
  'server/spreadsheets': 'faults of cells, beside the reader of each column',
  'server/staff/catalogue-changes.ts':
    'schemas: faults of fields, beside their rules as in src/domain',
  'server/command-shop.ts': 'printed by commands',
  'server/site-origin.ts': 'an error in the log',
};

const isWithin = (name: string, place: string) => name === place || name.startsWith(`${place}/`);

test('sentences of the server are in netlify/server/messages', () => {
  const folder = path.join(projectFolder, 'netlify');
  const found = globSync('{functions,handlers,server}/**/*.ts', { cwd: folder })
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) =>
      passagesOf(name, readFileSync(path.join(folder, name), 'utf8'))
        .filter(({ kind }) => kind === 'message')
        .map(({ line, text }) => ({ name, place: `${name}:${line}: ${text}` })),
    );
  const places = Object.keys(elsewhere);
  expect(
    found.flatMap(({ name, place }) =>
      places.some((known) => isWithin(name, known)) ? [] : [place],
    ),
  ).toEqual([]);
  expect(places.filter((known) => !found.some(({ name }) => isWithin(name, known)))).toEqual([]);
});
