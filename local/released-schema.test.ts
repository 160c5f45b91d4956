import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDatabaseSchema } from './database-schema.ts';
import { migrations } from './migrations.ts';
import { policyFault } from './policy-statements.ts';
import { brokenFor, releasedSchema, shippedCode, usedBy } from './released-schema.ts';
import { projectFolder } from './settings.ts';

const types = readFileSync(path.join(projectFolder, 'netlify/server/database.types.ts'), 'utf8');
const now = readDatabaseSchema(types);
const code = shippedCode();
const released = releasedSchema();

describe('the schema', () => {
  // Nothing before the first deploy.
  test.for(released ? [released] : [])('has all that the deployed code uses', (deployed) => {
    expect(brokenFor(deployed, now), 'docs/release.md').toEqual([]);
  });

  test.each<[change: string, from: string | RegExp, to: string, text: string]>([
    [
      'drops a function',
      '      open_checkout: {',
      '      other: {',
      'the function open_checkout is gone',
    ],
    [
      'renames an argument',
      /(open_checkout: \{\s+Args: \{[^}]*)p_country/,
      '$1p_land',
      'the function open_checkout no longer has p_country',
    ],
    [
      'requires another argument',
      /(open_checkout: \{\s+Args: \{)/,
      '$1 p_extra: string;',
      'the function open_checkout now requires p_extra',
    ],
    [
      'drops a column of a result',
      /(account_email_state: \{[^}]*\{\s+)confirmed: boolean/,
      '$1sure: boolean',
      'the result of account_email_state no longer has confirmed',
    ],
    [
      'renames a column',
      /(terms_versions: \{\s+Row: \{[^}]*)published_at/,
      '$1since',
      'the table terms_versions no longer has published_at',
    ],
    [
      'renames a value of an enum',
      /(staff_role: [^;]*?)"packer"/,
      '$1"sender"',
      'the enum staff_role no longer has packer',
    ],
  ])(
    'must not be changed by a migration that %s, as the deployed code would fail',
    (_, from, to, text) => {
      const changed = types.replace(from, to);
      expect(changed).not.toBe(types);
      const broken = brokenFor(usedBy(code, now), readDatabaseSchema(changed));
      expect(broken).toContain(text);
    },
  );

  test('may grow, and lose what no code uses', () => {
    const grown = types
      .replace(
        '      open_checkout: {',
        '      open_checkout2: { Args: { p_a: string }; Returns: string }\n      open_checkout: {',
      )
      .replace(/(open_checkout: \{\s+Args: \{)/, '$1 p_extra?: string;');
    expect(brokenFor(usedBy(code, now), readDatabaseSchema(grown))).toEqual([]);
    expect(brokenFor(usedBy('', now), { ...now, functions: {}, tables: {} })).toEqual([]);
  });
});

describe('migrations after the baseline', () => {
  test('change policies in files of their own', () => {
    const [, ...later] = migrations();
    expect(later.filter(({ sql }) => policyFault(sql)).map(({ name }) => name)).toEqual([]);
  });

  test.each([
    ['create policy "a" on public.x for select using (true);', false],
    ['set lock_timeout = \'2s\';\n-- Readers.\ndrop policy "a" on public.x;\n', false],
    ['create table public.x (id bigint);\ncreate policy "a" on public.x using (true);', true],
    ['create table public.x (id bigint); -- No policy yet.', false],
  ])('%j: mixed %j', (sql, mixed) => {
    expect(policyFault(sql)).toBe(mixed);
  });
});
