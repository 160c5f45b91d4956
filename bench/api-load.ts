import { quantile } from './median.ts';

/** Concurrent clients; each sends its next call as soon as the previous one has completed. */
export const usualClients = 32;

/** Number of calls by a single client, and by all clients together. */
export interface Load {
  alone: number;
  together: number;
  /** `usualClients` if omitted. */
  clients?: number;
}

/** Latency of a single client in milliseconds, and throughput of all clients. */
export interface LoadFigures {
  clients: number;
  p50: number;
  p99: number;
  perSecond: number;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Measures a call with a single client, then with concurrent clients. @throws when a call fails. */
export async function underLoad(
  call: () => Promise<unknown>,
  { alone, together, clients = usualClients }: Load,
): Promise<LoadFigures> {
  for (let warmUp = 0; warmUp < 10; warmUp += 1) await call();
  const times: number[] = [];
  for (let made = 0; made < alone; made += 1) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  let left = together;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left > 0) {
        left -= 1;
        await call();
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  return {
    clients,
    p50: tenths(quantile(times, 0.5)),
    p99: tenths(quantile(times, 0.99)),
    perSecond: Math.round(together / seconds),
  };
}
