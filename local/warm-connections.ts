import type postgres from 'postgres';

/**
 * Has a driver hand out the connection that was given back last. On its own it takes all of its pool in
 * turn, and each connection compiles every function and plan of the shop for itself: after one rush of
 * requests even the calls of a single shopper would meet cold ones.
 * @param kept how many connections are kept at hand for that. Must leave some of the pool to the driver,
 * which also serves statements outside a transaction.
 * @returns gives back what is kept; the driver cannot end before.
 */
export function reuseWarmConnections(driver: postgres.Sql, kept: number): () => void {
  const reserve = driver.reserve.bind(driver);
  const warm: postgres.ReservedSql[] = [];
  let ending = false;
  Object.assign(driver, {
    async reserve() {
      const last = warm.pop();
      if (last) return last;
      const connection = await reserve();
      const release = connection.release.bind(connection);
      connection.release = () => {
        if (ending || warm.length >= kept) release();
        else warm.push(connection);
      };
      return connection;
    },
  });
  return () => {
    ending = true;
    for (const connection of warm.splice(0)) connection.release();
  };
}
