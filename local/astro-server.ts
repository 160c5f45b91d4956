import path from 'node:path';
import { type RunningChild, startChild } from './child.ts';
import { projectFolder } from './settings.ts';

/** Astro's warning when it starts without the content collections. */
const withoutContent = 'Content config not loaded';

/** Maximum starts of Astro before the warning is accepted. */
const mostStarts = 3;

/**
 * Starts Astro's dev server and restarts it if it comes up without the content collections: on a busy machine
 * it may look for them before they are loaded, and every page would fail until the next restart.
 * @param onStart called with each process.
 */
export function startAstro(
  port: number,
  onOutput: (text: string) => void,
  onStart: (child: RunningChild) => void,
): Pick<RunningChild, 'exited' | 'stop'> {
  const astro = path.join(projectFolder, 'node_modules/.bin/astro');
  let child: RunningChild;
  let stopped = false;

  async function run(starts: number): Promise<number> {
    let again = false;
    child = startChild(astro, ['dev', '--host', '127.0.0.1', '--port', String(port)], {
      cwd: projectFolder,
      onOutput(text) {
        onOutput(text);
        if (again || starts === mostStarts || !text.includes(withoutContent)) return;
        again = true;
        void child.stop();
      },
    });
    onStart(child);
    const code = await child.exited;
    return again && !stopped ? run(starts + 1) : code;
  }

  const exited = run(1);
  return {
    exited,
    async stop(signal) {
      stopped = true;
      await child.stop(signal);
    },
  };
}
