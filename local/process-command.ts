import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The command line of a running process; null if there is none with that id. */
export function commandOf(pid: number): string | null {
  try {
    process.kill(pid, 0);
    const command = existsSync('/proc/self/cmdline')
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    // A zombie, which has exited but was not reaped by its parent, no longer has a command.
    return command || null;
  } catch {
    return null;
  }
}
