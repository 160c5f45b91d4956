import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SandboxState } from './state.ts';
import { clearState } from './state.ts';

/** Raise it when stored objects change shape; files of other versions are ignored. */
const VERSION = 2;
const WRITE_DELAY_MS = 200;

/** Persists the state between runs. */
export interface StateFile {
  /** Schedules a write; many changes are batched into one. */
  touch(): void;
  /** Resolves once all changes up to now are written. */
  saved(): Promise<void>;
  /** Flushes pending changes. */
  close(): Promise<void>;
}

function toText(state: SandboxState): string {
  const stored = Object.entries(state).map(([name, map]) => [name, [...map.entries()]]);
  return JSON.stringify({ version: VERSION, ...Object.fromEntries(stored) });
}

/** Restores each map by name; those missing in the file stay empty. */
function fill(state: SandboxState, text: string): void {
  const stored = JSON.parse(text);
  if (stored?.version !== VERSION) return;
  clearState(state);
  for (const [name, map] of Object.entries(state)) {
    for (const [id, value] of stored[name] ?? []) map.set(id, value);
  }
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return null;
    throw failure;
  }
}

/**
 * Loads the state from a file, if it exists, and keeps the file up to date from then on. A damaged
 * file is reported and replaced, since it holds only a developer's test data.
 */
export async function openStateFile(path: string, state: SandboxState): Promise<StateFile> {
  const text = await readIfPresent(path);
  try {
    if (text !== null) fill(state, text);
  } catch (failure) {
    console.error(`stripe sandbox: ${path} is damaged; starting empty`, failure);
    clearState(state);
  }
  await mkdir(dirname(path), { recursive: true });
  let timer: NodeJS.Timeout | null = null;
  let queued = false;
  let written: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    await writeFile(`${path}.new`, toText(state), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }

  /** Batches all requests made during an earlier write into one. */
  function writeInTurn(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (queued) return;
    queued = true;
    written = written
      .then(() => {
        queued = false;
        return write();
      })
      .catch((failure: unknown) => console.error('stripe sandbox: state not written', failure));
  }

  return {
    touch() {
      timer ??= setTimeout(writeInTurn, WRITE_DELAY_MS);
    },
    saved() {
      if (timer) writeInTurn();
      return written;
    },
    async close() {
      writeInTurn();
      await written;
    },
  };
}
