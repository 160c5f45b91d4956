import { execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import connect from 'postgres';
import { commandOf } from './process-command.ts';
import { findPostgres, type PostgresBinaries } from './postgres-binaries.ts';

export interface PostgresOptions {
  /** Folder of the database files; created if missing. */
  dir: string;
  port: number;
  /** Faster, but loses data in a crash: for tests. */
  volatile?: boolean;
  /** Additional server settings, each as `name=value`. */
  settings?: readonly string[];
}

export interface RunningPostgres {
  /** Connection URL of a database on this server, as superuser. */
  url(database?: string): string;
  /** Creates an empty database; the name must be a plain identifier. */
  createDatabase(name: string): Promise<void>;
  /** Resolves when the server has exited for any reason, with its cause: "exit code 1", "SIGKILL". */
  ended: Promise<string>;
  /** Kills the server at once (SIGKILL); its child processes exit when they notice. */
  kill(): Promise<void>;
  /** Stops the server and waits until it has exited. */
  stop(): Promise<void>;
}

/** Runs initdb in a folder that belongs to the server's user, as both programs require. */
async function initialise(dir: string, { initdb, user }: PostgresBinaries): Promise<void> {
  mkdirSync(path.dirname(dir), { recursive: true });
  mkdirSync(dir, { mode: 0o700 });
  if (user) chownSync(dir, user.uid, user.gid);
  const flags = ['--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust', '--username=postgres'];
  await promisify(execFile)(initdb, [`--pgdata=${dir}`, ...flags], { cwd: '/', ...user });
}

function running(pid: number, dir: string): boolean {
  return commandOf(pid)?.includes(dir) ?? false;
}

/**
 * Stops a server left behind by a killed parent; a server of another folder is left alone.
 * @returns whether there was one.
 * @throws Error when it does not exit within a minute.
 */
export async function stopOrphan(dir: string): Promise<boolean> {
  const pidFile = path.join(dir, 'postmaster.pid');
  if (!existsSync(pidFile)) return false;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (!running(pid, dir)) return false;
  process.kill(pid, 'SIGINT');
  for (let tries = 0; running(pid, dir) && tries < 1200; tries += 1) await pause(50);
  if (running(pid, dir)) throw new Error(`PostgreSQL ${pid} still uses ${dir} and does not stop.`);
  return true;
}

/**
 * Starts PostgreSQL 17 on 127.0.0.1. Creates its files on the first run and keeps them.
 * @throws Error with the server's output when it does not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const dir = path.resolve(options.dir);
  const binaries = findPostgres();
  await stopOrphan(dir);
  if (!existsSync(path.join(dir, 'PG_VERSION'))) {
    // Files of an interrupted first start are unusable.
    rmSync(dir, { recursive: true, force: true });
    await initialise(dir, binaries);
  }

  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
  ];
  if (options.volatile)
    settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  settings.push(...(options.settings ?? []));
  const server = spawn(
    binaries.postgres,
    ['-D', dir, '-p', String(options.port), ...settings.flatMap((setting) => ['-c', setting])],
    // A process group of its own, so that Ctrl-C in the terminal reaches only us and we stop it in order.
    { cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe'], ...binaries.user },
  );

  // Stops the server if this process exits without calling stop().
  const abandon = () => server.kill('SIGINT');
  process.once('exit', abandon);
  await new Promise<void>((ready, fail) => {
    let said = '';
    server.stderr.on('data', (chunk: Buffer) => {
      if (said.length < 20_000) said += chunk.toString();
      if (said.includes('database system is ready to accept connections')) ready();
    });
    server.once('error', fail);
    server.once('exit', () => fail(new Error(`PostgreSQL did not start:\n${said}`)));
  });

  const ended = new Promise<string>((resolve) => {
    server.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const url = (database = 'postgres') =>
    `postgres://postgres@127.0.0.1:${options.port}/${database}`;
  return {
    url,
    ended,
    async createDatabase(name) {
      const sql = connect(url(), { max: 1, onnotice: () => undefined });
      await sql`create database ${sql(name)}`;
      await sql.end();
    },
    async kill() {
      process.off('exit', abandon);
      server.kill('SIGKILL');
      await ended;
    },
    async stop() {
      process.off('exit', abandon);
      server.kill('SIGINT');
      await ended;
    },
  };
}
