import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandOf } from './process-command.ts';
import { dataFolder } from './stack.ts';

const note = () => path.join(dataFolder(), 'dev-server.pid');

/** Notes the leader of a process group, in case this process is killed and cannot end it. */
export function rememberGroup(pid: number): void {
  writeFileSync(note(), String(pid));
}

/** The group ended in order: nothing to remember. */
export function forgetGroup(): void {
  rmSync(note(), { force: true });
}

/**
 * Ends what an earlier, killed run left behind, if it is still our own dev server.
 * @returns whether there was anything to end.
 */
export function endLeftovers(): boolean {
  if (!existsSync(note())) return false;
  const pid = Number(readFileSync(note(), 'utf8'));
  const ours = commandOf(pid)?.includes('netlify') ?? false;
  if (ours) process.kill(-pid, 'SIGKILL');
  forgetGroup();
  return ours;
}
