import { type ChildProcess, spawn } from 'node:child_process';

export interface ChildOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Called with each chunk of output; by default it goes to this process's terminal. */
  onOutput?: (text: string) => void;
  /** Standard input stays open until this resolves; by default it is empty. */
  until?: Promise<unknown>;
}

/** A program and all its child processes. */
export interface RunningChild {
  pid: number | undefined;
  /** Resolves with the exit code, whether it exits by itself or is stopped. */
  exited: Promise<number>;
  /** Signals the program and its children (SIGTERM by default); kills them after 15 seconds. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const graceMilliseconds = 15_000;

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    // A negative pid addresses the whole process group.
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // Already exited.
  }
}

/** Starts a program in its own process group, so that it can be stopped together with its children. */
export function startChild(
  command: string,
  args: string[],
  { env, cwd, onOutput, until }: ChildOptions = {},
): RunningChild {
  const child = spawn(command, args, {
    detached: true,
    stdio: [
      until ? 'pipe' : 'ignore',
      onOutput ? 'pipe' : 'inherit',
      onOutput ? 'pipe' : 'inherit',
    ],
    ...(env && { env }),
    ...(cwd && { cwd }),
  });
  child.stdout?.on('data', (text: Buffer) => onOutput?.(text.toString()));
  child.stderr?.on('data', (text: Buffer) => onOutput?.(text.toString()));
  until?.then(
    () => child.stdin?.end(),
    () => undefined,
  );
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
      // Kills children that outlived the parent.
      signalGroup(child, 'SIGKILL');
      process.off('exit', abandon);
    },
  };
}
