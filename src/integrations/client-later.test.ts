import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onIntent } from './client-later.ts';

class Pointer extends Event {
  readonly pointerType: string;

  constructor(type: string, pointerType: string) {
    super(type);
    this.pointerType = pointerType;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('PointerEvent', Pointer);
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act, 16));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function watched() {
  const place = new EventTarget();
  const act = vi.fn<() => void>();
  onIntent(place, act);
  return { place, act };
}

test('nothing happens until the shopper interacts', () => {
  const { act } = watched();
  vi.runAllTimers();
  expect(act).not.toHaveBeenCalled();
});

test.each([new Event('focusin'), new Pointer('pointerover', 'mouse')])(
  'the first $type starts it, once',
  (event) => {
    const { place, act } = watched();
    place.dispatchEvent(event);
    place.dispatchEvent(new Event('focusin'));
    expect(act).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(act).toHaveBeenCalledOnce();
  },
);

test.each(['pointerup', 'pointercancel'])('a touch starts it after its %s', (release) => {
  const { place, act } = watched();
  place.dispatchEvent(new Pointer('pointerdown', 'touch'));
  vi.runAllTimers();
  expect(act).not.toHaveBeenCalled();
  place.dispatchEvent(new Pointer(release, 'touch'));
  vi.runAllTimers();
  expect(act).toHaveBeenCalledOnce();
});

test('an island waits for an idle callback in browsers that support them', () => {
  const idle = vi.fn<(act: () => void, limit: { timeout: number }) => void>();
  vi.stubGlobal('requestIdleCallback', idle);
  const { place, act } = watched();
  place.dispatchEvent(new Event('focusin'));
  vi.runAllTimers();
  expect(act).not.toHaveBeenCalled();
  expect(idle).toHaveBeenCalledWith(act, { timeout: 500 });
});
