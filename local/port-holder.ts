import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { commandOf } from './process-command.ts';

/** A process that listens at a port. */
interface PortHolder {
  pid: number;
  command: string;
}

/** State of a listening socket in Linux's table of TCP connections. */
const LISTEN = '0A';

/** The inodes of the sockets that listen on a port (Linux). */
function listeningSockets(port: number): Set<string> {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].filter((table) => existsSync(table));
  const rows = tables.flatMap((table) => readFileSync(table, 'utf8').trim().split('\n').slice(1));
  const found = rows.flatMap((row) => {
    const columns = row.trim().split(/\s+/);
    const [, address = '', , state] = columns;
    const listens = state === LISTEN && Number.parseInt(address.split(':')[1] ?? '', 16) === port;
    return listens ? (columns[9] ?? []) : [];
  });
  return new Set(found);
}

function opens(pid: string, sockets: Set<string>): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((file) => {
      const [, socket = ''] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${file}`)) ?? [];
      return sockets.has(socket);
    });
  } catch {
    // Another user's process, or one that has just exited.
    return false;
  }
}

function pidOnLinux(port: number): number | undefined {
  const sockets = listeningSockets(port);
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = sockets.size > 0 && pids.find((pid) => opens(pid, sockets));
  return found ? Number(found) : undefined;
}

function pidByLsof(port: number): number | undefined {
  try {
    const args = ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-t'];
    const [pid] = execFileSync('lsof', args, { encoding: 'utf8', stdio: 'pipe' }).split('\n');
    return pid ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}

/** The process that listens on a local port; undefined if unknown. */
export function portHolder(port: number): PortHolder | undefined {
  const pid = existsSync('/proc/net/tcp') ? pidOnLinux(port) : pidByLsof(port);
  if (pid === undefined) return undefined;
  return { pid, command: commandOf(pid)?.trim() ?? 'unknown command' };
}
