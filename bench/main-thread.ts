import type { Browser } from 'playwright';
import { openPhone } from './conditions.ts';
import { openUntilIdle } from './idle-page.ts';

/**
 * Visits a page on a phone whose CPU is not throttled, until it is idle.
 * @returns the CPU time of the main thread's tasks, in milliseconds.
 */
export async function mainThreadWork(
  browser: Browser,
  address: string,
  init: string,
): Promise<number> {
  const { page, session, close } = await openPhone(browser, init, 1);
  try {
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await openUntilIdle(page, address);
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  } finally {
    await close();
  }
}
