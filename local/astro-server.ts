import path from 'node:path';
import { type RunningChild, startChild } from './child.ts';
import { projectFolder } from './settings.ts';

/** Astro's warning when it starts without the content collections. */
const withoutContent = 'Content config not loaded';

/** Maximum starts of Astro before the warning is accepted. */
const mostStarts = 3;

/** Megabytes for new objects, which are many while Astro starts: less time for collecting garbage. */
const youngObjects = 64;

/**
 * Starts Astro's dev server and restarts it if it comes up without the content collections: on a busy machine
 * it may look for them before they are loaded, and every page would fail until the next restart.
 * @param databaseReady Astro loads its modules meanwhile (astro-dev.ts).
 * @param onStart called with each process.
 */
export function startAstro(
  port: number,
  databaseReady: Promise<unknown>,
  onOutput: (text: string) => void,
  onStart: (child: RunningChild) => void,
): Pick<RunningChild, 'exited' | 'stop'> {
  const cli = path.join(projectFolder, 'local/astro-dev.ts');
  const memory = `--max-semi-space-size=${youngObjects}`;
  const words = [memory, cli, 'dev', '--host', '127.0.0.1', '--port', String(port)];
  let child: RunningChild;
  let stopped = false;

  async function run(starts: number): Promise<number> {
    let again = false;
    child = startChild('node', words, {
      cwd: projectFolder,
      until: databaseReady,
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
