import { safeReturnPath } from '#domain/browsing/return-path.ts';
import { readText, removeText, writeText } from '#browser/web-storage.ts';

const KEY = 'returnTarget';

/** Remembers, for this tab, the path to open after login. */
export function rememberReturn(path: string): void {
  writeText('session', KEY, safeReturnPath(path));
}

/** The path to open after login; `null` if none was remembered. */
export function rememberedReturn(): string | null {
  const path = readText('session', KEY);
  return path === null ? null : safeReturnPath(path);
}

/** Reads and clears the path to open after login; `null` if none was remembered. */
export function takeReturn(): string | null {
  const path = rememberedReturn();
  removeText('session', KEY);
  return path;
}
