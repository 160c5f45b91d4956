import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#local/settings.ts';
import { proseEndings, proseFaults } from '#tests/support/prose-faults.ts';

/** Generated files, and texts that shoppers read. */
const notOurs = [
  'node_modules',
  'dist',
  'supabase/migrations',
  'src/content',
  'netlify/server/database.types.ts',
];

const within = (name: string, paths: readonly string[]) =>
  paths.some((given) => name === given || name.startsWith(`${given}/`));

test.each([
  ['ts', '// What it does.', 1],
  ['ts', "const a = 'it is'; // Of the shop.", 1],
  ['ts', '/**\n * Sum.\n * @param a what is added.\n * @returns whoever asks.\n */', 2],
  ['tsx', '<p>\n  {/* Made anew. */}\n</p>', 1],
  ['astro', '---\n// A page is no listing.\n---\n<p>Anew</p>', 1],
  ['css', '/* Its border, too. */', 1],
  ['sql', "-- Where it goes\ncomment on table a is\n  'What is sold';", 2],
  ['md', 'First.\n\n- Whose order it is.\n', 1],
  // The field's words, and questions.
  [
    'ts',
    '// Sold, or `anew`. There is no stock, and it is no longer sold.\n// What if it is? Too many.',
    0,
  ],
  ['md', '# What staff see\n\n| Who | does it |\n\nWhich one? This one.\n\n```\n// anew\n```\n', 0],
  // Strings and code.
  ['ts', "const a = 'https://anew.example/'; const b = `${a}/**`; what(anew);", 0],
  ['css', ".whoever { background: url('/*anew*/'); }", 0],
  ['sql', "raise exception 'What -- anew';", 0],
])('%s %j has %i faults', (ending, source, count) => {
  expect(proseFaults(ending, source)).toHaveLength(count);
});

test('comments and documentation are in plain English', () => {
  const files = globSync(`**/*.{${proseEndings.join(',')}}`, {
    cwd: projectFolder,
    // Keeps the walk out of folders; single files are left out below.
    exclude: (folder) => within(folder, notOurs),
  }).filter((name) => !within(name, notOurs));
  expect(files).toContain('README.md');
  const faults = files.toSorted().flatMap((name) => {
    const source = readFileSync(path.join(projectFolder, name), 'utf8');
    return proseFaults(path.extname(name).slice(1), source).map((fault) => `${name}:${fault}`);
  });
  expect(faults).toEqual([]);
});
