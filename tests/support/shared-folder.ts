import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Variable with the folder that the processes of one `npm test` share; it is deleted at the end. */
const variable = 'MINICIA_SHARED';

/** Environment by which the processes of a run share a folder. */
export function sharing(folder: string): Record<string, string> {
  return { [variable]: folder };
}

/** Creates a folder. Returns true for only one of several processes. */
function makeFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (existsSync(folder)) return false;
    throw error;
  }
}

/**
 * Lets the first process of a run create a folder's content; the others wait for it. Outside a run every
 * process creates its own.
 * @param name name of the shared folder.
 * @param own parent folder if nothing is shared.
 * @param make fills the empty folder.
 * @returns the folder, which must not be changed.
 * @throws Error when it could not be created, here or by the first process.
 */
export async function madeOnce(
  name: string,
  own: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = path.join(process.env[variable] ?? own, name);
  const [done, failed] = [`${folder}.done`, `${folder}.failed`];
  if (!makeFolder(folder)) {
    while (!existsSync(done)) {
      if (existsSync(failed)) throw new Error(`${name} was not made: other tests say why.`);
      await pause(200);
    }
    return folder;
  }
  try {
    await make(folder);
    writeFileSync(done, '');
    return folder;
  } catch (error) {
    writeFileSync(failed, '');
    throw error;
  }
}

const turnOfBrowsers = 'browsers-begin';

/** Signals the browser tests of a run that the other tests have ended. @param folder the run's shared folder. */
export function letBrowsersBegin(folder: string): void {
  writeFileSync(path.join(folder, turnOfBrowsers), '');
}

/** Resolves when a run's other tests have ended; immediately outside a run. */
export async function turnOfBrowserTests(): Promise<void> {
  const folder = process.env[variable];
  if (!folder) return;
  const turn = path.join(folder, turnOfBrowsers);
  while (!existsSync(turn)) await pause(200);
}
