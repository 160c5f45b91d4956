import { afterEach, expect, test, vi } from 'vitest';

class Bar {
  readonly dataset: { until: string };
  isThere = true;
  constructor(until: number) {
    this.dataset = { until: new Date(until).toISOString() };
  }
  remove(): void {
    this.isThere = false;
  }
}

/** Runs the script on an announcement that ends in `left` milliseconds. */
async function barThatEndsIn(left: number): Promise<Bar> {
  vi.useFakeTimers();
  vi.resetModules();
  const bar = new Bar(Date.now() + left);
  vi.stubGlobal('HTMLElement', Bar);
  vi.stubGlobal('document', { currentScript: { previousElementSibling: bar } });
  await import('./hide-when-over.ts');
  return bar;
}

afterEach(() => void vi.useRealTimers());

test('an announcement that has ended is removed immediately', async () => {
  expect(await barThatEndsIn(-1000)).toMatchObject({ isThere: false });
});

test('a note that ends while the page is open is removed then, not before', async () => {
  const bar = await barThatEndsIn(60_000);
  vi.advanceTimersByTime(59_000);
  expect(bar.isThere).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(bar.isThere).toBe(false);
});

test('a note that ends in a year is kept', async () => {
  const bar = await barThatEndsIn(365 * 86_400_000);
  vi.advanceTimersByTime(1000);
  expect(bar.isThere).toBe(true);
});
