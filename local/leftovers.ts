import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { stopOrphan } from './postgres.ts';
import { commandOf } from './process-command.ts';
import { dataFolder, databaseFolder } from './stack.ts';

const Note = z.object({ owner: z.int(), groups: z.array(z.int()) });

const noteFile = () => path.join(dataFolder(), 'running.json');

/**
 * Records that this process owns the stack, in case it is killed and cannot stop its child processes.
 * @param groups process groups of the servers it has started.
 */
export function rememberRun(groups: readonly number[] = []): void {
  mkdirSync(dataFolder(), { recursive: true });
  writeFileSync(noteFile(), JSON.stringify({ owner: process.pid, groups }));
}

/** Removes the record after an orderly shutdown. */
export function forgetRun(): void {
  rmSync(noteFile(), { force: true });
}

function readNote(): z.infer<typeof Note> | undefined {
  if (!existsSync(noteFile())) return undefined;
  try {
    return Note.safeParse(JSON.parse(readFileSync(noteFile(), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

async function untilEnded(pid: number): Promise<void> {
  for (let tries = 0; commandOf(pid) !== null && tries < 100; tries += 1) await pause(50);
}

/**
 * Stops processes left behind by a killed run. A run that is still alive is left alone.
 * @returns whether there were any.
 */
export async function endLeftovers(): Promise<boolean> {
  const note = readNote();
  if (note && commandOf(note.owner)?.includes(' local/')) return false;
  let ended = false;
  for (const group of note?.groups ?? []) {
    if (!/netlify|astro/.test(commandOf(group) ?? '')) continue;
    process.kill(-group, 'SIGKILL');
    await untilEnded(group);
    ended = true;
  }
  if (await stopOrphan(databaseFolder())) ended = true;
  forgetRun();
  return ended;
}
