import { statfsSync } from 'node:fs';
import os from 'node:os';

const memory = '/dev/shm';

/** A container's is 64 MB unless asked for more. */
const roomInBytes = 4 * 1024 ** 3;

/** Whether there is a file system in memory with room for a database, or for what browsers share. */
export function memoryHasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= roomInBytes;
  } catch {
    return false;
  }
}

/** Where files go that are many or large, and soon gone. */
export function memoryFolder(): string {
  return memoryHasRoom() ? memory : os.tmpdir();
}
