import path from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#local/settings.ts';
import { renderedFiles } from './rendered-files.tsx';

// `npm run emails` is this test with `--update`, which writes the files.
test.each(await renderedFiles())(
  '$file matches its component (npm run emails)',
  async ({ file, content }) => {
    await expect(content).toMatchFileSnapshot(path.join(projectFolder, file));
  },
);
