import type postgres from 'postgres';
import type { ConnectionPool, PooledConnection } from './servers/connection-pool.ts';

/** Statement by which the Supabase server sets a variable for a transaction. */
const setting = /^SELECT set_config\('(?<name>[\w.]+)', (?:\$1|''), true\)$/;

type Parameters = postgres.ParameterOrJSON<never>[];

/** The driver's result for a statement without rows. */
const nothing = () => Object.assign([], { command: '', count: 0 });

/** A connection's `unsafe` that delays the opening of a transaction until its first statement. */
function unsafeOf({ unsafe }: PooledConnection) {
  let begins = false;
  let names: string[] = [];
  let values: Parameters = [];

  function takeHeldBack(): PromiseLike<unknown>[] {
    const held: PromiseLike<unknown>[] = [];
    if (begins) held.push(unsafe('begin'));
    if (names.length > 0) {
      const calls = names.map((name, place) => `set_config('${name}', $${place + 1}, true)`);
      held.push(unsafe(`select ${calls.join(', ')}`, values, { prepare: true }));
    }
    begins = false;
    names = [];
    values = [];
    return held;
  }

  return (text: string, parameters: Parameters = []): PromiseLike<unknown> => {
    if (text === 'begin') {
      begins = true;
      return Promise.resolve(nothing());
    }
    const name = setting.exec(text)?.groups?.['name'];
    if (name !== undefined) {
      names.push(name);
      values.push(parameters[0] ?? '');
      return Promise.resolve(nothing());
    }
    const held = takeHeldBack();
    const asked = unsafe(text, parameters);
    // If one fails, all later ones fail as well, so the first failure is the cause.
    return held.length === 0 ? asked : Promise.all([...held, asked]).then((all) => all.at(-1));
  };
}

/**
 * A pool's `reserve` that saves the Supabase server round trips. For each request the server begins a
 * transaction and sets up to ten variables, one statement after another, which takes longer than most
 * requests. Here they are sent along with the first real statement; PostgreSQL executes the same statements.
 */
export function spareRoundTrips({ reserve }: Pick<ConnectionPool, 'reserve'>) {
  return async (): Promise<PooledConnection> => {
    const connection = await reserve();
    return { ...connection, unsafe: unsafeOf(connection) };
  };
}
