import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#local/settings.ts';

const LONGEST = 120;

const generated = 'supabase/migrations/*_baseline.sql';
/** Markdown of pages, one line for each paragraph. */
const content = 'supabase/migrations/*_first_content.sql';

test('SQL has at most 120 characters a line', () => {
  const files = globSync('supabase/{schemas/*,migrations,}/*.sql', {
    cwd: projectFolder,
    exclude: [generated, content],
  });
  expect(files.length).toBeGreaterThan(50);
  const long = files.flatMap((name) =>
    readFileSync(path.join(projectFolder, name), 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.length > LONGEST ? [`${name}:${index + 1}`] : [])),
  );
  expect(long).toEqual([]);
});
