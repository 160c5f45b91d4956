import { gzipSync } from 'node:zlib';

/** Bytes after gzip -9. */
export interface PageWeight {
  /** The page's HTML and style sheets. */
  markup: number;
  /** The page's scripts and their static imports. */
  script: number;
}

/** Size of a file after gzip -9, in bytes. */
export function packed(body: string | Buffer): number {
  return gzipSync(body, { level: 9 }).length;
}

async function textOf(address: string | URL): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return answer.text();
}

/** Fetches a script and its static imports, recursively. */
async function withImports(address: string, found: Map<string, string>): Promise<void> {
  if (found.has(address)) return;
  const text = await textOf(address);
  found.set(address, text);
  for (const [, name = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*["'`](\.[^"'`]+)["'`]/g)) {
    await withImports(new URL(name, address).href, found);
  }
}

/** Weight of a page of the built shop before any script runs. */
export async function weighPage(origin: string, path: string): Promise<PageWeight> {
  const html = await textOf(`${origin}${path}`);
  const addresses = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, name = '']) => new URL(name, origin).href);
  const scripts = new Map<string, string>();
  for (const address of addresses(/<script type="module" src="([^"]+)"/g)) {
    await withImports(address, scripts);
  }
  const styles = await Promise.all(addresses(/<link rel="stylesheet" href="([^"]+)"/g).map(textOf));
  const sum = (texts: Iterable<string>) =>
    [...texts].reduce((bytes, text) => bytes + packed(text), 0);
  return { markup: packed(html) + sum(styles), script: sum(scripts.values()) };
}

/**
 * Weight of a lazily loaded script with its imports, in bytes after gzip -9.
 * @param known paths of scripts already loaded.
 */
export async function weighLater(address: string, known: Iterable<string>): Promise<number> {
  const scripts = new Map<string, string>();
  await withImports(address, scripts);
  const there = new Set(known);
  return [...scripts]
    .filter(([script]) => !there.has(new URL(script).pathname))
    .reduce((bytes, [, text]) => bytes + packed(text), 0);
}
