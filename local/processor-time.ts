import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux reports processor time in hundredths of a second (USER_HZ). */
const TICKS_PER_SECOND = 100;

/** Positions in /proc/<pid>/stat, counted after the command's name, which may contain spaces. */
const GROUP = 2;
const USER_TIME = 11;
const SYSTEM_TIME = 12;

function statOf(pid: string): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    // The process has just exited.
    return [];
  }
}

/** Processor time used so far by these process groups, in seconds; 0 if unknown. */
export function processorSeconds(groups: ReadonlySet<number>): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => groups.has(stat[GROUP] ?? 0));
  const ticks = stats.reduce(
    (sum, stat) => sum + (stat[USER_TIME] ?? 0) + (stat[SYSTEM_TIME] ?? 0),
    0,
  );
  return ticks / TICKS_PER_SECOND;
}
