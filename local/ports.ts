import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { portHolder } from './port-holder.ts';

/** A port that must be free, and the setting that changes it. */
export interface NeededPort {
  port: number;
  use: string;
  setting: string;
}

function bind(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}

/** Below the ports that Linux (from 32768) and macOS (from 49152) use for outgoing connections. */
const portsToChoose = { from: 10_000, to: 32_000 };

/**
 * A random, currently free port. Not one chosen by the system, which an outgoing connection may get before a
 * server listens on it, or while the server restarts.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = await bind(randomInt(portsToChoose.from, portsToChoose.to));
    if (port !== null) return port;
  }
  throw new Error('This machine has no free port.');
}

async function takenOf(needed: NeededPort[]): Promise<NeededPort[]> {
  const bound = await Promise.all(needed.map(({ port }) => bind(port)));
  return needed.filter((_, index) => bound[index] === null);
}

/** Longer command lines are cut to fit a terminal. */
const commandLength = 100;

function heldBy(port: number): string {
  const holder = portHolder(port);
  return holder ? ` by process ${holder.pid} (${holder.command.slice(0, commandLength)})` : '';
}

/**
 * Checks that all ports are free before anything starts.
 * @param patience milliseconds to wait for ports that are being released.
 * @throws Error naming the taken ports, their processes if known, and the settings to change.
 */
export async function requireFreePorts(needed: NeededPort[], patience = 0): Promise<void> {
  const deadline = performance.now() + patience;
  let taken = await takenOf(needed);
  while (taken.length > 0 && performance.now() < deadline) {
    await pause(100);
    taken = await takenOf(needed);
  }
  if (taken.length === 0) return;
  const lines = taken.map(
    ({ port, use, setting }) =>
      `  Port ${port} (${use}) is taken${heldBy(port)}. End that, or set ${setting} in .env to another.`,
  );
  throw new Error(`The shop is running already, or its ports are in use:\n${lines.join('\n')}`);
}
