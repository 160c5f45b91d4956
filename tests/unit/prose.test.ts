import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#local/settings.ts';
import { commitFaults } from '#tests/support/commit-faults.ts';
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
  ['a.ts', '// What it does.', 1],
  ['a.ts', "const a = 'it is'; // Of the shop.", 1],
  ['a.ts', '/**\n * Sum.\n * @param a what is added.\n * @returns whoever asks.\n */', 2],
  ['a.ts', '/** Its path. */\n/** The same in pounds. */\n// It stands here. Ends.', 4],
  [
    'a.ts',
    '/** The same order of one shopper, one of whose rows comes to 5. @returns their sum. */',
    2,
  ],
  ['a.tsx', '<p>\n  {/* Made anew. */}\n</p>', 1],
  ['a.astro', '---\n// A page is no listing.\n---\n<p>Anew</p>', 1],
  ['a.css', '/* Its border, too. */', 2],
  ['a.sql', "-- Where it goes\ncomment on table a is\n  'What is sold';", 2],
  ['a.md', 'First.\n\n- Whose order it is.\n', 1],
  // The field's words, and questions.
  [
    'a.ts',
    '// Sold, or `anew`. There is no stock, and it is no longer sold.\n// What if it is? Too many.',
    0,
  ],
  [
    'a.ts',
    '// The same order. Stand-ins are not faults. One row each.\n// One parcel came to the shop.',
    0,
  ],
  [
    'a.md',
    '# What staff see\n\n| Who | does it |\n\nWhich one? This one.\n\n```\n// anew\n```\n',
    0,
  ],
  // Code, and strings that are not sentences.
  ['a.ts', "const a = 'https://anew.example/'; const b = `${a}/**`; what(anew);", 0],
  ['a.css', ".whoever { background: url('/*anew*/'); }", 0],
  ['a.sql', "raise exception 'What -- anew';", 0],
  // Sentences that people read.
  ['a.ts', "refuse('Its stock stands at 0.'); refuse(`What ${name} comes to, too.`);", 4],
  ['a.tsx', '<p>\n  Made anew.\n</p>\n<b title="Its price.">Its price</b>', 2],
  ['a.astro', '<p>The price stands.</p><p>The total tells all.</p>', 2],
  // Titles of tests.
  ['a.test.ts', "test('of a shop', f);\ntest.each([\n  ['is no'],\n])('and its price', f);", 2],
  ['a.spec.ts', "describe('what it is', f); await test.step('it stands', f); expect('Its.')", 3],
  ['a.test.ts', "test('a price', () => { expect(say('and it stands')).toBe('Its price.'); })", 0],
])('%s %j has %i faults', (name, source, count) => {
  expect(proseFaults(name, source)).toHaveLength(count);
});

test.each([
  ['Cache the price list', 0],
  ['Address bans', 0],
  ['Merge the guides’ opening paragraphs', 0],
  ['Revert "The price list is cached"', 0],
  ['The price list is cached', 1],
  ['Prices are cached', 1],
  ['Cached the price list.', 2],
  ['cache what pages of the shop read of the price list of every product it has', 2],
])('the commit subject %j has %i faults', (subject, count) => {
  expect(commitFaults(subject)).toHaveLength(count);
});

test('comments, documents, titles of tests and shown sentences are in plain English', () => {
  const files = globSync(`**/*.{${proseEndings.join(',')}}`, {
    cwd: projectFolder,
    // Keeps the walk out of folders; single files are left out below.
    exclude: (folder) => within(folder, notOurs),
  }).filter((name) => !within(name, notOurs));
  expect(files).toContain('README.md');
  const faults = files.toSorted().flatMap((name) => {
    const source = readFileSync(path.join(projectFolder, name), 'utf8');
    return proseFaults(name, source).map((fault) => `${name}:${fault}`);
  });
  expect(faults).toEqual([]);
});

/** Author date from which subjects are checked. */
const checkedSince = '2026-11-28T11:10:00Z';

// A shallow clone has fewer commits, an archive none.
test.skipIf(!existsSync(path.join(projectFolder, '.git')))(
  'commit subjects are short instructions',
  () => {
    const log = execFileSync('git', ['log', '--format=%at %h %s', `--since=${checkedSince}`], {
      cwd: projectFolder,
      encoding: 'utf8',
    });
    const faults = log.split('\n').flatMap((line) => {
      const {
        authored = '',
        commit = '',
        subject = '',
      } = /^(?<authored>\d+) (?<commit>\S+) (?<subject>.*)/.exec(line)?.groups ?? {};
      return Number(authored) * 1000 < Date.parse(checkedSince)
        ? []
        : commitFaults(subject).map((fault) => `${commit}: ${fault}: ${subject}`);
    });
    expect(faults).toEqual([]);
  },
);
