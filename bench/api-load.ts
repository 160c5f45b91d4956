import { quantile } from './median.ts';

/** Clients that call at the same time, each as soon as it was answered. */
export const usualClients = 32;

/** How many calls one caller makes, and how many all clients together. */
export interface Load {
  alone: number;
  together: number;
  /** As usual when left out. */
  clients?: number;
}

/** Milliseconds of one caller alone, and calls per second of all clients. */
export interface LoadFigures {
  clients: number;
  p50: number;
  p99: number;
  perSecond: number;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Makes a call so often by one caller, and so often by all clients together. @throws when one fails. */
export async function underLoad(
  call: () => Promise<unknown>,
  { alone, together, clients = usualClients }: Load,
): Promise<LoadFigures> {
  for (let warmed = 0; warmed < 10; warmed += 1) await call();
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
