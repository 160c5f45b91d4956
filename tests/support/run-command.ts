import { execFile } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { projectFolder } from '#local/settings.ts';

/** How a command ended, and what it printed. */
export interface CommandOutcome {
  code: number;
  said: string;
}

/** For a Node that is started often: most of its time is reading the same modules each time. */
export const compileCache = { NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'node-compile-cache') };

/**
 * Runs one of the project's commands as its npm script does, but with these variables alone.
 * @param file of the command, from the project's folder.
 */
export function runCommand(
  file: string,
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
): Promise<CommandOutcome> {
  const { PATH } = process.env;
  const command = [path.join(projectFolder, file), ...args];
  const env = { PATH, ...compileCache, ...variables };
  return new Promise((resolve) => {
    execFile('node', command, { cwd: projectFolder, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
    });
  });
}
