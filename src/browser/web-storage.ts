import type { StorageArea, StoredKey } from '#domain/browsing/stored-keys.ts';

function storageOf(area: StorageArea): Storage | null {
  try {
    const storage = area === 'local' ? globalThis.localStorage : globalThis.sessionStorage;
    return storage ?? null;
  } catch {
    // Browsers that block storage throw on any access to it.
    return null;
  }
}

/**
 * Texts that storage rejected, being full or blocked, each with the stored text at that time. They last
 * as long as this page.
 */
const unstored = new Map<StoredKey, [text: string, held: string | null]>();

/** A stored text, or `null` when there is none. */
export function readText<Area extends StorageArea>(
  area: Area,
  key: StoredKey<Area>,
): string | null {
  const held = storageOf(area)?.getItem(key) ?? null;
  const newest = unstored.get(key);
  // Another tab may have stored a newer text.
  return newest?.[1] === held ? newest[0] : held;
}

/** Stores a text. If storage is full or blocked, only this page has it. @returns whether it was stored. */
export function writeText<Area extends StorageArea>(
  area: Area,
  key: StoredKey<Area>,
  text: string,
): boolean {
  const storage = storageOf(area);
  unstored.delete(key);
  try {
    storage?.setItem(key, text);
    if (storage) return true;
  } catch {
    // Storage is full.
  }
  unstored.set(key, [text, storage?.getItem(key) ?? null]);
  return false;
}

/** Removes a stored text. */
export function removeText<Area extends StorageArea>(area: Area, key: StoredKey<Area>): void {
  unstored.delete(key);
  storageOf(area)?.removeItem(key);
}
