import { afterEach, expect, test, vi } from 'vitest';
import { storedLines } from './stored-lines.ts';

const line = {
  id: 1,
  name: 'Boss Beanie',
  description: '',
  price: 34,
  category_name: 'Beanies',
  created_at: '2024-01-01',
  quantity: 1,
  selectedColor: { id: 3, color_name: 'Rust', quantity: 4, images: [] },
};

function store(root: string | null): void {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'root' ? root : null) });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('stored lines are read, without damaged ones', () => {
  store(JSON.stringify({ cart: [{ ...line, price: 'much' }, line] }));
  expect(storedLines()).toEqual([line]);
});

test.each([null, '', 'no JSON', '7', '[]', '{}', '{"cart":7}', '{"cart":[null]}'])(
  '%j contains no lines',
  (root) => {
    store(root);
    expect(storedLines()).toEqual([]);
  },
);

test('blocked storage contains no lines', () => {
  const get = vi.fn<() => Storage>(() => {
    throw new DOMException('Access is denied', 'SecurityError');
  });
  vi.stubGlobal('localStorage', null);
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get });
  expect(storedLines()).toEqual([]);
  expect(get).toHaveBeenCalledOnce();
});
