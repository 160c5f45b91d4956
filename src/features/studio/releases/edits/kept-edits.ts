import * as z from 'zod';
import { readText, removeText, writeText } from '#browser/web-storage.ts';
import { parseJson } from '#domain/basics/record.ts';

const KEY = 'studioEdits';

/** Input that the server does not have yet. */
const KeptEdit = z.object({
  /** The author's username: several people may use one browser. */
  who: z.string(),
  /** The server's version that it replaces; 0 for none. */
  version: z.int(),
  /** The tab that wrote it. */
  writer: z.string(),
  input: z.record(z.string(), z.json()),
});
export type KeptEdit = z.infer<typeof KeptEdit>;

const Kept = z.record(z.string(), KeptEdit.nullable().catch(null)).catch({});

function allKept() {
  return Kept.parse(parseJson(readText('local', KEY) ?? '{}'));
}

/** This browser's copy of a form's input; null if none. */
export function keptEdit(form: string, who: string): KeptEdit | null {
  const kept = allKept()[form];
  return kept?.who === who ? kept : null;
}

/** Stores this browser's copy; null removes it. @returns whether it was stored: storage may be full or blocked. */
export function keepEdit(form: string, edit: KeptEdit | null): boolean {
  const { [form]: _, ...others } = allKept();
  const all = edit ? { ...others, [form]: edit } : others;
  if (Object.keys(all).length > 0) return writeText('local', KEY, JSON.stringify(all));
  removeText('local', KEY);
  return true;
}
