import postgres from 'postgres';

/** How the driver hands a query to a pool: a private field of the query. */
function senderOf(pool: postgres.Sql): (query: object) => void {
  const query: object = pool``;
  if (!('handler' in query) || typeof query.handler !== 'function') {
    throw new Error('This version of the driver hands queries over in another way.');
  }
  const { handler } = query;
  return (sent) => void Reflect.apply(handler, undefined, [sent]);
}

/**
 * A pool in which calls that come one after another use the same connection. The driver would take turns, and each
 * connection compiles the functions that it calls, which takes longer than most calls.
 * @param atOnce number of further connections, for concurrent calls.
 */
export function sequentialPool(url: string, atOnce: number): postgres.Sql {
  const options = { onnotice: () => undefined };
  const one = postgres(url, { ...options, max: 1 });
  const others = postgres(url, { ...options, max: atOnce });
  const [sendToOne, sendToOthers] = [senderOf(one), senderOf(others)];
  let isBusy = false;
  const free = () => {
    isBusy = false;
  };
  const send = (query: Promise<unknown>) => {
    if (isBusy) return sendToOthers(query);
    isBusy = true;
    query.then(free, free);
    return sendToOne(query);
  };
  const rerouted = (query: unknown): unknown => {
    if (query instanceof Promise && 'handler' in query) query.handler = send;
    return query;
  };
  const instead = {
    unsafe: (...args: unknown[]) => rerouted(Reflect.apply(others.unsafe, others, args)),
    begin: async (...args: unknown[]) => {
      if (isBusy) return Reflect.apply(others.begin, others, args);
      isBusy = true;
      return Reflect.apply(one.begin, one, args).finally(free);
    },
    end: async () => {
      await Promise.all([one.end(), others.end()]);
    },
  };
  return new Proxy(others, {
    apply: (target, self, args) => rerouted(Reflect.apply(target, self, args)),
    get: (target, name) => Reflect.get(name in instead ? instead : target, name),
  });
}
