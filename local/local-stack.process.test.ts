import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forwardPort } from './forward-port.ts';
import { freePort, requireFreePorts } from './ports.ts';
import { startLastingPostgres } from './lasting-postgres.ts';
import { projectFolder, type Settings } from './settings.ts';
import { signsOfLife } from './signs-of-life.ts';
import { startChild } from './child.ts';
import { eventually } from '#tests/support/eventually.ts';
import { compileCache } from '#tests/support/run-command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-settings-'));
  cpSync(path.join(projectFolder, '.env.example'), path.join(folder, '.env.example'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Reads the settings as a start of the shop would, with the ports that its stand-ins would use. */
async function start(environment: Record<string, string> = {}) {
  const script = `
    import { readSettings } from '#local/settings.ts';
    import { neededPorts } from '#local/stack.ts';
    const { settings, madeEnvFile } = readSettings(${JSON.stringify(folder)});
    console.log(JSON.stringify({ settings, madeEnvFile, ports: neededPorts(settings) }));`;
  const { stdout } = await promisify(execFile)('node', ['--input-type=module', '-e', script], {
    cwd: projectFolder,
    env: { PATH: process.env['PATH'], ...compileCache, ...environment },
  });
  const started: {
    settings: Settings;
    madeEnvFile: boolean;
    ports: { port: number; setting: string }[];
  } = JSON.parse(stdout);
  return started;
}

describe('local settings', () => {
  test('are copied from .env.example on the first run and kept afterwards', async () => {
    expect((await start()).madeEnvFile).toBe(true);
    expect(existsSync(path.join(folder, '.env'))).toBe(true);
    writeFileSync(path.join(folder, '.env.example'), '');
    expect(await start()).toMatchObject({ madeEnvFile: false, settings: { SHOP_PORT: 8888 } });
  });

  test('start every stand-in by default', async () => {
    const { ports } = await start();
    expect(ports.map(({ port }) => port)).toEqual([54_322, 54_321, 12_111, 12_113, 12_114, 12_112]);
  });

  test('start no stand-in for services whose hosted keys are in the environment', async () => {
    const { ports, settings } = await start({
      SUPABASE_URL: 'https://project.supabase.co',
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_hosted',
      SUPABASE_SECRET_KEY: 'sb_secret_hosted',
      STRIPE_SECRET_KEY: 'sk_test_hosted',
      STRIPE_WEBHOOK_SECRET: 'whsec_hosted',
      RESEND_API_KEY: 're_hosted',
      SHIPPO_API_KEY: 'shippo_test_hosted',
    });
    expect(ports).toEqual([]);
    expect(settings.SUPABASE_JWT_SECRET).toBeUndefined();
    expect(settings.STRIPE_API_BASE).toBeUndefined();
    expect(settings.RESEND_API_BASE).toBeUndefined();
    expect(settings.SHIPPO_API_BASE).toBeUndefined();
    expect(settings.DRAND_API_BASE).toBeUndefined();
  });

  test('can combine a local database with hosted payments', async () => {
    const { ports } = await start({ STRIPE_SECRET_KEY: 'sk_test_hosted' });
    expect(ports.map(({ setting }) => setting)).toEqual([
      'DATABASE_PORT',
      'SUPABASE_URL',
      'SHIPPO_API_BASE',
      'DRAND_API_BASE',
      'RESEND_API_BASE',
    ]);
  });

  test('report each missing variable', async () => {
    writeFileSync(path.join(folder, '.env'), 'SUPABASE_URL=http://127.0.0.1:1\n');
    await expect(start()).rejects.toThrow(/SUPABASE_SECRET_KEY[\s\S]*STRIPE_SECRET_KEY/);
  });
});

test('a taken port is reported with its process and the setting that changes it', async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  const check = requireFreePorts([{ port, use: 'the shop', setting: 'SHOP_PORT' }]);
  await expect(check).rejects.toThrow(
    new RegExp(
      `Port ${port} \\(the shop\\) is taken by process ${process.pid} \\(.*SHOP_PORT in \\.env`,
    ),
  );
  server.close();
});

test('a port can be forwarded to another', async () => {
  const [from, to] = [await freePort(), await freePort()];
  const server = createServer((socket) => socket.end('hello')).listen(to, 'localhost');
  await forwardPort(from, to, Promise.resolve());
  const socket = connect(from, 'localhost');
  expect(await text(socket)).toBe('hello');
  server.close();
});

test('a killed PostgreSQL is restarted with its data', async () => {
  const dir = path.join(folder, 'postgres');
  chmodSync(folder, 0o755);
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const database = await startLastingPostgres({ dir, port: await freePort() });
  const ask = async (statement: string) => {
    const sql = postgres(database.url(), { max: 1, onnotice: () => undefined });
    try {
      return await sql.unsafe(statement);
    } finally {
      await sql.end({ timeout: 0 });
    }
  };
  await ask('create table kept as select 1 as one');
  const pidFile = path.join(dir, 'postmaster.pid');
  process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
  await eventually(() => expect(said).toHaveBeenCalledWith(expect.stringContaining('SIGKILL')));
  expect(await eventually(() => ask('select one from kept'))).toEqual([{ one: 1 }]);
  await database.stop();
});

test('a PostgreSQL that keeps exiting is not restarted forever', async () => {
  const dir = path.join(folder, 'postgres');
  chmodSync(folder, 0o755);
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const database = await startLastingPostgres({ dir, port: await freePort(), volatile: true });
  writeFileSync(path.join(dir, 'postgresql.conf'), 'no_such_setting = 1');
  process.kill(
    Number(readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n')[0]),
    'SIGKILL',
  );
  await expect(database.failed).rejects.toThrow('no_such_setting');
  await database.stop();
});

test('a start is aborted when it makes no progress, not when it is slow', async () => {
  const life = signsOfLife();
  const busy = startChild('node', ['-e', 'for (;;);'], { onOutput: () => undefined });
  life.watch(busy.pid);
  const stalled = life.stalled(2);
  const first = await Promise.race([
    stalled.catch(() => 'stalled'),
    pause(3000).then(() => 'moving'),
  ]);
  expect(first).toBe('moving');
  await busy.stop();
  await expect(stalled).rejects.toThrow('No progress for 2 s');
});
