import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The command line of a running process, or null when there is none of that id. */
export function commandOf(pid: number): string | null {
  try {
    process.kill(pid, 0);
    const command = existsSync('/proc/self/cmdline')
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    // One that has ended but was not collected by its parent has no command any more.
    return command || null;
  } catch {
    return null;
  }
}
