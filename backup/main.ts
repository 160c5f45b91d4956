import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { typedPath } from '#server/command-shop.ts';
import { checkBackup } from './check-backup.ts';
import { makeBackup } from './make-backup.ts';
import { openProject } from './project.ts';
import { restoreBackup } from './restore-backup.ts';

const usage = `Usage:
  npm run backup -- --to FOLDER        copies the database and the files of Storage into a new folder
  npm run restore -- --check FOLDER    checks that a backup is complete, without a project
  npm run restore -- --from FOLDER     copies a backup into a new project with the same migrations

Options:
  --settings FILE       settings with DATABASE_URL, SUPABASE_URL and SUPABASE_SECRET_KEY (default: .env)
  --erased-since NEWER  a later backup: closes again the accounts that were closed between the two, and
                        suppresses again the addresses that left the news`;

/** @throws Error with the usage for arguments that are not understood. */
function given() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'string' },
      'erased-since': { type: 'string' },
      from: { type: 'string' },
      help: { type: 'boolean', default: false },
      settings: { type: 'string' },
      to: { type: 'string' },
    },
  });
  const [task] = positionals;
  const { check, from, to, 'erased-since': newer } = values;
  const understood =
    task === 'backup'
      ? to !== undefined && (check ?? from ?? newer) === undefined
      : to === undefined && (check === undefined) !== (from === undefined);
  if (!values.help && (positionals.length !== 1 || !understood)) throw new Error(usage);
  return values;
}

async function run(): Promise<void> {
  const { check, from, help, settings, to, 'erased-since': newer } = given();
  if (help) return console.log(usage);
  if (check !== undefined) {
    const { made_at, tables, files } = await checkBackup(typedPath(check));
    return console.log(
      `Complete: ${tables.length} tables and ${files.length} files, as of ${made_at}.`,
    );
  }
  const project = openProject(settings);
  console.log(`The project at ${project.address}`);
  try {
    if (to !== undefined) await makeBackup(project, typedPath(to));
    else if (from !== undefined) {
      await restoreBackup(project, typedPath(from), newer === undefined ? null : typedPath(newer));
    }
  } finally {
    await project.sql.end();
  }
}

function plainly(error: unknown): string {
  // Class 22, data exceptions: their messages repeat the value, which may be personal.
  if (error instanceof postgres.PostgresError && error.code.startsWith('22')) {
    return `PostgreSQL refused a value (${error.code}). Nothing was changed.`;
  }
  const text = error instanceof Error ? error.message : String(error);
  if (/ECONNREFUSED|ENOTFOUND|CONNECT_TIMEOUT/.test(text)) {
    return 'The database does not answer. Is DATABASE_URL right, and this machine online?';
  }
  return text;
}

/** Runs the command with the arguments and the environment of this process. @returns the exit code. */
export async function main(): Promise<number> {
  try {
    await run();
    return 0;
  } catch (error) {
    console.error(plainly(error));
    return 1;
  }
}
