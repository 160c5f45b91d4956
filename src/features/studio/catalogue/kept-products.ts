import * as z from 'zod';
import { readText, removeText, writeText } from '#browser/web-storage.ts';
import { parseJson } from '#domain/record.ts';
import { TypedProduct } from './typed-product.ts';

const KEY = 'studioProducts';

/** Input by draft; an entry of another version of the studio is dropped. */
const Kept = z
  .record(z.string(), z.object({ at: z.number(), typed: TypedProduct }).nullable().catch(null))
  .catch({});

function allKept() {
  const entries = Object.entries(Kept.parse(parseJson(readText('local', KEY) ?? '{}')));
  return entries.flatMap(([release, kept]) => (kept ? [{ release, ...kept }] : []));
}

/** Input that this browser keeps because no draft has it yet, newest first. */
export function keptProducts(): TypedProduct[] {
  return allKept()
    .toSorted((one, other) => other.at - one.at)
    .map(({ typed }) => typed);
}

function write(entries: ReturnType<typeof allKept>): boolean {
  if (entries.length === 0) {
    removeText('local', KEY);
    return true;
  }
  const byRelease = entries.map(({ release, at, typed }) => [release, { at, typed }]);
  return writeText('local', KEY, JSON.stringify(Object.fromEntries(byRelease)));
}

/** Removes the kept input of a draft. */
export function forgetProduct(release: string): void {
  write(allKept().filter((kept) => kept.release !== release));
}

/**
 * Keeps input until it is saved or discarded: through a closed tab, an ended login, another page.
 * @returns whether it was stored; otherwise only this page has it.
 */
export function keepProduct(typed: TypedProduct): boolean {
  const { release } = typed.form;
  const others = allKept().filter((kept) => kept.release !== release);
  return write([...others, { release, at: Date.now(), typed }]);
}

/** The kept input of a draft; null if none. */
export function keptDraft(release: string): TypedProduct | null {
  return keptProducts().find(({ form }) => form.release === release) ?? null;
}

/** The kept input of a product of the shop that is in no draft yet; null if none. */
export function keptEdit(slug: string): TypedProduct | null {
  return keptProducts().find(({ was, form }) => was?.slug === slug && form.version === 0) ?? null;
}
