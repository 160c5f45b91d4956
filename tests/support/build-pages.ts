import path from 'node:path';
import { startChild } from '#local/child.ts';
import { projectFolder } from '#local/settings.ts';

/**
 * Builds the pages of a copy of the project into its `dist`.
 * @throws Error with the build's output when it fails.
 */
export async function buildPages(project: string, env: NodeJS.ProcessEnv): Promise<void> {
  let said = '';
  const onOutput = (text: string) => {
    said += text;
  };
  const program = path.join(projectFolder, 'node_modules/.bin/astro');
  const code = await startChild(program, ['build'], { env, cwd: project, onOutput }).exited;
  if (code !== 0) throw new Error(`The pages could not be built:\n${said}`);
}
