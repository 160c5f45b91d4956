import { statfsSync } from 'node:fs';
import os from 'node:os';

const memory = '/dev/shm';

/** Minimum size; a container's default is 64 MB. */
const roomInBytes = 4 * 1024 ** 3;

/** Whether a file system in memory has room for a database, or for the browsers' shared memory. */
export function memoryHasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= roomInBytes;
  } catch {
    return false;
  }
}

/** Folder for many or large short-lived files. */
export function memoryFolder(): string {
  const usual = os.tmpdir();
  return memoryHasRoom() && !usual.startsWith(memory) ? memory : usual;
}
