type Area = 'local' | 'session';

function storageOf(area: Area): Storage | null {
  try {
    const storage = area === 'local' ? globalThis.localStorage : globalThis.sessionStorage;
    return storage ?? null;
  } catch {
    // Browsers that block storage throw at the mere mention of it.
    return null;
  }
}

/** A stored text, or `null` when there is none or storage is blocked. */
export function readText(area: Area, key: string): string | null {
  return storageOf(area)?.getItem(key) ?? null;
}

/** Stores a text. If storage is full or blocked it is lost: nothing stored here is essential. */
export function writeText(area: Area, key: string, text: string): void {
  try {
    storageOf(area)?.setItem(key, text);
  } catch (error) {
    console.warn(`Could not store ${key}`, error);
  }
}

/** Removes a stored text. */
export function removeText(area: Area, key: string): void {
  storageOf(area)?.removeItem(key);
}
