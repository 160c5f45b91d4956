import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { projectFolder } from '#local/settings.ts';

const CommandOutcome = z.object({ code: z.number(), said: z.string() });

/** Exit code and output of a command. */
export type CommandOutcome = z.infer<typeof CommandOutcome>;

/** Compile cache for Node processes that are started often: most of their time goes to loading the same modules. */
export const compileCache = { NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'node-compile-cache') };

/** Starts one of the project's commands as its npm script does, with only these variables. */
export function startCommand(
  command: 'catalogue' | 'staff' | 'doctor',
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
): Promise<CommandOutcome> {
  const { PATH } = process.env;
  const file = path.join(projectFolder, command, 'command.ts');
  const env = { PATH, ...compileCache, ...variables };
  return new Promise((resolve) => {
    execFile('node', [file, ...args], { cwd: projectFolder, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
    });
  });
}

let host: ChildProcess | null = null;
let last: Promise<unknown> = Promise.resolve();

/** The process that runs commands for this one and exits with it. */
function commandHost(): ChildProcess {
  if (host?.connected) return host;
  host = fork(path.join(import.meta.dirname, 'command-host.ts'), {
    cwd: projectFolder,
    execPath: 'node',
    execArgv: [],
    env: { PATH: process.env['PATH'], ...compileCache },
  });
  host.unref();
  host.channel?.unref();
  return host;
}

/**
 * Runs one of the project's commands as its npm script does, with only these variables, in a process that
 * keeps it loaded.
 */
export async function runCommand(
  command: 'backup' | 'catalogue' | 'staff',
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
): Promise<CommandOutcome> {
  const before = last;
  const { promise, resolve } = Promise.withResolvers<void>();
  last = promise;
  await before;
  try {
    const child = commandHost();
    const ended = new AbortController();
    const answer = Promise.race([
      once(child, 'message', { signal: ended.signal }),
      once(child, 'exit', { signal: ended.signal }).then(([code]) => {
        throw new Error(`The commands’ process ended with ${code}`);
      }),
    ]);
    child.channel?.ref();
    child.send({ command, args, variables });
    const [message] = await answer.finally(() => ended.abort());
    child.channel?.unref();
    return CommandOutcome.parse(message);
  } finally {
    resolve();
  }
}
