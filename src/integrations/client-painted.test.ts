import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenPainted } from './client-painted.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act, 16));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an island loads after the frame, not before it', () => {
  vi.stubGlobal('document', { prerendering: false });
  const act = vi.fn<() => void>();
  whenPainted(act);
  vi.advanceTimersByTime(15);
  expect(act).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(act).toHaveBeenCalledOnce();
});

test('a prerendered page, which has no frames, loads it immediately', () => {
  vi.stubGlobal('document', { prerendering: true });
  const act = vi.fn<() => void>();
  whenPainted(act);
  expect(act).toHaveBeenCalledOnce();
});
