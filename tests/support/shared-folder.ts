import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Names the folder that the processes of one `npm test` share; it goes when they have ended. */
const variable = 'MINICIA_SHARED';

/** What the processes of a run are given so that they share a folder. */
export function sharing(folder: string): Record<string, string> {
  return { [variable]: folder };
}

/** Whether there was none yet: of several processes one is told so. */
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
 * Lets whichever process of a run comes first make a folder's content; the others wait for it.
 * Without a run around it every process makes its own.
 * @param name of the folder among what the run shares.
 * @param own parent of the folder where nothing is shared.
 * @param make fills the empty folder.
 * @returns the folder, which nobody changes any more.
 * @throws Error when it could not be made, here or by whoever came first.
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

/** Tells the browser tests of a run that the others have ended. @param folder which the run shares. */
export function letBrowsersBegin(folder: string): void {
  writeFileSync(path.join(folder, turnOfBrowsers), '');
}

/** Resolves when a run's other tests have ended; at once where there is no run around. */
export async function turnOfBrowserTests(): Promise<void> {
  const folder = process.env[variable];
  if (!folder) return;
  const turn = path.join(folder, turnOfBrowsers);
  while (!existsSync(turn)) await pause(200);
}
