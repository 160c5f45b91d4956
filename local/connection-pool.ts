import postgres from 'postgres';

/** A connection of one user's at a time, with as much of the driver's interface as its users need. */
export interface PooledConnection {
  unsafe: (
    text: string,
    parameters?: postgres.ParameterOrJSON<never>[],
    options?: postgres.UnsafeQueryOptions,
  ) => PromiseLike<unknown>;
  /** Gives it back. */
  release: () => void;
}

/** Runs a statement, on a connection or in a transaction. */
export type Query = <Rows extends readonly postgres.MaybeRow[] = postgres.Row[]>(
  text: TemplateStringsArray,
  ...parameters: readonly postgres.ParameterOrFragment<never>[]
) => Promise<postgres.RowList<Rows>>;

export interface ConnectionPool {
  /** The connection that was given back last, or a new one. */
  reserve(): Promise<PooledConnection>;
  /** Runs statements in one transaction. */
  begin: <Result>(work: (sql: Query) => Promise<Result>) => Promise<Result>;
  /** Runs one statement. */
  query: Query;
  /** Ends all connections. Nobody may be using one. */
  end(): Promise<void>;
}

/** A driver for a single connection. */
interface Single {
  sql: postgres.Sql;
  /** PostgreSQL has closed it. */
  dead: boolean;
}

const closed = () => new Error('PostgreSQL has closed the connection.');

/**
 * A pool for transactions that outlives PostgreSQL. Postgres.js's own reserve() and begin() do not: a
 * statement after the connection has closed, such as a rollback, ends the process (`write` of null), or
 * runs in somebody else's transaction once the driver has connected again; and a reserve() that meets a
 * stopped server may wait forever. Here each connection has a driver of its own, which goes with it.
 *
 * The connection given back last is taken first: each compiles every function and plan of the shop for
 * itself, so after a rush the calls of a single shopper would meet cold ones if all took turns.
 * @param most connections open at once.
 */
export function openConnectionPool(
  url: string,
  options: postgres.Options<Record<string, postgres.PostgresType>>,
  most: number,
): ConnectionPool {
  const all = new Set<Single>();
  const idle: Single[] = [];
  const waiting: (() => void)[] = [];

  function forget(single: Single): void {
    single.dead = true;
    all.delete(single);
    const place = idle.indexOf(single);
    if (place >= 0) idle.splice(place, 1);
    void single.sql.end({ timeout: 0 });
    waiting.shift()?.();
  }

  function open(): Single {
    const onclose = () => forget(single);
    const single: Single = {
      // Its age must not end it in the middle of a transaction.
      sql: postgres(url, { ...options, max: 1, max_lifetime: null, onclose }),
      dead: false,
    };
    all.add(single);
    return single;
  }

  async function take(): Promise<Single> {
    for (;;) {
      const last = idle.pop();
      if (last) return last;
      if (all.size < most) return open();
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
  }

  function giveBack(single: Single): void {
    if (single.dead) return;
    idle.push(single);
    waiting.shift()?.();
  }

  return {
    async reserve() {
      const single = await take();
      return {
        unsafe: (text, parameters, more) =>
          single.dead ? Promise.reject(closed()) : single.sql.unsafe(text, parameters, more),
        release: () => giveBack(single),
      };
    },
    async begin(work) {
      const single = await take();
      const { sql } = single;
      try {
        await sql`begin`;
        const result = await work(sql);
        if (single.dead) throw closed();
        await sql`commit`;
        return result;
      } catch (error) {
        if (!single.dead) await sql`rollback`.catch(() => undefined);
        throw error;
      } finally {
        giveBack(single);
      }
    },
    async query(text, ...parameters) {
      const single = await take();
      try {
        return await single.sql(text, ...parameters);
      } finally {
        giveBack(single);
      }
    },
    async end() {
      await Promise.all(Array.from(all, ({ sql }) => sql.end()));
    },
  };
}
