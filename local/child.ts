import { type ChildProcess, spawn } from 'node:child_process';

export interface ChildOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Called with each chunk of its output; by default it prints to our own terminal. */
  onOutput?: (text: string) => void;
}

/** A program and all its child processes. */
export interface RunningChild {
  pid: number | undefined;
  /** Resolves with its exit code when it ends by itself or is stopped. */
  exited: Promise<number>;
  /** Signals it and its children to end (SIGTERM by default); kills them after 15 seconds. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const graceMilliseconds = 15_000;

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    // A negative id addresses the whole process group.
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}

/** Starts a program in a process group of its own, so that it can be ended with its children. */
export function startChild(
  command: string,
  args: string[],
  { env, cwd, onOutput }: ChildOptions = {},
): RunningChild {
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', onOutput ? 'pipe' : 'inherit', onOutput ? 'pipe' : 'inherit'],
    ...(env && { env }),
    ...(cwd && { cwd }),
  });
  child.stdout?.on('data', (text: Buffer) => onOutput?.(text.toString()));
  child.stderr?.on('data', (text: Buffer) => onOutput?.(text.toString()));
  const abandon = () => signalGroup(child, 'SIGKILL');
  process.once('exit', abandon);
  const exited = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  return {
    pid: child.pid,
    exited,
    async stop(signal = 'SIGTERM') {
      signalGroup(child, signal);
      const force = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMilliseconds);
      await exited.catch(() => undefined);
      clearTimeout(force);
      // What outlived its parent goes too.
      signalGroup(child, 'SIGKILL');
      process.off('exit', abandon);
    },
  };
}
