import { execFile } from 'node:child_process';
import path from 'node:path';
import { projectFolder } from '#local/settings.ts';

/** How the doctor ended, and what it printed. */
export interface Diagnosis {
  code: number;
  said: string;
}

/**
 * Runs `npm run doctor`'s command with these variables alone.
 * @param settings a file with no settings, so that a developer's own `.env` does not count.
 */
export function runDoctor(
  variables: Readonly<Record<string, string>>,
  settings: string,
  ...args: string[]
): Promise<Diagnosis> {
  const command = [path.join(projectFolder, 'doctor/command.ts'), '--settings', settings, ...args];
  const env = { PATH: process.env['PATH'], ...variables };
  return new Promise((resolve) => {
    execFile('node', command, { cwd: projectFolder, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
    });
  });
}
