import type { StorageArea, StoredKey } from '#domain/stored-keys.ts';

function storageOf(area: StorageArea): Storage | null {
  try {
    const storage = area === 'local' ? globalThis.localStorage : globalThis.sessionStorage;
    return storage ?? null;
  } catch {
    // Browsers that block storage throw at the mere mention of it.
    return null;
  }
}

/** A stored text, or `null` when there is none or storage is blocked. */
export function readText<Area extends StorageArea>(
  area: Area,
  key: StoredKey<Area>,
): string | null {
  return storageOf(area)?.getItem(key) ?? null;
}

/** Stores a text. If storage is full or blocked it is lost: nothing stored here is essential. */
export function writeText<Area extends StorageArea>(
  area: Area,
  key: StoredKey<Area>,
  text: string,
): void {
  try {
    storageOf(area)?.setItem(key, text);
  } catch (error) {
    console.warn(`Could not store ${key}`, error);
  }
}

/** Removes a stored text. */
export function removeText<Area extends StorageArea>(area: Area, key: StoredKey<Area>): void {
  storageOf(area)?.removeItem(key);
}
