import { atom } from 'nanostores';
import { readText, writeText } from '#browser/web-storage.ts';
import { readCartItems } from '#domain/cart/cart.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import { isProduct } from '#domain/catalogue/product-shape.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { isRecord, parseJson } from '#domain/basics/record.ts';

/** The state that persists across pages, under the spec's key `root` (section 3). */
export interface RootState {
  products: readonly Product[];
  cart: readonly CartItem[];
  token: { id: string | null; access: string | null };
}

export const EMPTY_ROOT: RootState = {
  products: [],
  cart: [],
  token: { id: null, access: null },
};

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Parses the stored state. Damaged parts are dropped, so that they cannot break a page. */
export function decodeRoot(text: string): RootState {
  const stored = parseJson(text);
  const { products, cart, token } = isRecord(stored) ? stored : {};
  return {
    products: Array.isArray(products) ? products.filter(isProduct) : [],
    cart: readCartItems(cart),
    token: isRecord(token)
      ? { id: textOrNull(token.id), access: textOrNull(token.access) }
      : EMPTY_ROOT.token,
  };
}

let stored = readText('local', 'root');

/** The only persisted store; syncs across tabs and with pages in the back/forward cache. */
export const $root = atom(decodeRoot(stored ?? ''));

const { set } = $root;
$root.set = (state) => {
  stored = JSON.stringify(state);
  if (!writeText('local', 'root', stored)) {
    // Products can be fetched again: drop them to make room for cart and login.
    stored = JSON.stringify({ ...state, products: [] });
    writeText('local', 'root', stored);
  }
  set(state);
};

/** Loads the state stored by another tab. */
export function restoreRoot(): void {
  const now = readText('local', 'root');
  if (now === stored) return;
  stored = now;
  set(decodeRoot(now ?? ''));
}

for (const event of ['storage', 'pageshow']) {
  // Undefined during a build: no events.
  globalThis.addEventListener?.(event, restoreRoot);
}
