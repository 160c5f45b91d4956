import { gzipSync } from 'node:zlib';

/** Bytes of gzip -9. */
export interface PageWeight {
  /** The page's HTML and style sheets. */
  markup: number;
  /** The scripts that the page names, and all that they import at their start. */
  script: number;
}

/** Bytes of a file as gzip -9 packs it. */
export function packed(body: string | Buffer): number {
  return gzipSync(body, { level: 9 }).length;
}

async function textOf(address: string | URL): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return answer.text();
}

/** A script and, one after another, what it imports without being asked to. */
async function withImports(address: string, found: Map<string, string>): Promise<void> {
  if (found.has(address)) return;
  const text = await textOf(address);
  found.set(address, text);
  for (const [, name = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*["'`](\.[^"'`]+)["'`]/g)) {
    await withImports(new URL(name, address).href, found);
  }
}

/** What a page of the built shop weighs before anything in it has begun to run. */
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
 * What a script that is loaded later weighs with all that it imports, in bytes of gzip -9.
 * @param known paths of scripts that are there already.
 */
export async function weighLater(address: string, known: Iterable<string>): Promise<number> {
  const scripts = new Map<string, string>();
  await withImports(address, scripts);
  const there = new Set(known);
  return [...scripts]
    .filter(([script]) => !there.has(new URL(script).pathname))
    .reduce((bytes, [, text]) => bytes + packed(text), 0);
}
