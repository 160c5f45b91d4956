import postgres from 'postgres';

/** A connection reserved by one caller at a time; the part of the driver's interface that callers need. */
export interface PooledConnection {
  unsafe: (
    text: string,
    parameters?: postgres.ParameterOrJSON<never>[],
    options?: postgres.UnsafeQueryOptions,
  ) => PromiseLike<unknown>;
  /** Returns it to the pool. */
  release: () => void;
}

/** Runs a statement, on a connection or in a transaction. */
export type Query = <Rows extends readonly postgres.MaybeRow[] = postgres.Row[]>(
  text: TemplateStringsArray,
  ...parameters: readonly postgres.ParameterOrFragment<never>[]
) => Promise<postgres.RowList<Rows>>;

export interface ConnectionPool {
  /** The most recently returned connection, or a new one. */
  reserve(): Promise<PooledConnection>;
  /** Runs statements in one transaction. */
  begin: <Result>(work: (sql: Query) => Promise<Result>) => Promise<Result>;
  /** Runs one statement. */
  query: Query;
  /**
   * Replaces idle connections. Postgres.js reads the array types when it connects: arrays of types created later would
   * arrive as text.
   */
  renew(): void;
  /** Closes all connections. None may be in use. */
  end(): Promise<void>;
}

/** A driver for a single connection. */
interface Single {
  sql: postgres.Sql;
  /** Closed by PostgreSQL. */
  dead: boolean;
}

const closed = () => new Error('PostgreSQL has closed the connection.');

/**
 * A transaction pool that survives a restart of PostgreSQL. Postgres.js's own reserve() and begin() do not: a
 * statement after the connection has closed, such as a rollback, crashes the process (`write` of null) or
 * runs in another caller's transaction once the driver has reconnected, and reserve() may wait forever for a
 * stopped server. Here each connection has its own driver, discarded with it.
 *
 * The most recently returned connection is reused first: each one compiles functions and plans for itself, so
 * with round robin a single shopper's calls after a rush would hit cold connections.
 * @param most maximum number of open connections.
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
      // A maximum lifetime could close it in the middle of a transaction.
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
    renew() {
      for (const single of Array.from(idle)) forget(single);
    },
    async end() {
      await Promise.all(Array.from(all, ({ sql }) => sql.end()));
    },
  };
}
