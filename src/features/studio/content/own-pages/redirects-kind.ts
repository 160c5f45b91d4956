import * as z from 'zod';
import { DraftVersion, newDraft } from '../../releases/edits/theirs.ts';
import type { Redirects } from '#domain/site-content/redirect.ts';
import type { ReleaseChanges } from '#domain/contracts/staff-releases.ts';
import type { KeptKind } from '../../releases/edits/kept-kind.ts';

/** A redirect in the form. */
const TypedRedirect = z.object({ id: z.string(), from: z.string(), to: z.string() });
export type TypedRedirect = z.infer<typeof TypedRedirect>;

/** The form of all redirects. */
export const TypedRedirects = z.object({
  form: DraftVersion,
  /** The shop's when editing began. */
  seen: z.record(z.string(), z.string()),
  rows: z.array(TypedRedirect),
});
export type TypedRedirects = z.infer<typeof TypedRedirects>;

/** Redirects by their old address; of rows with the same one, which cannot be saved, each has a field of its own. */
function fieldsOf({ rows }: TypedRedirects): Map<string, string> {
  const fields = new Map<string, string>();
  for (const { from, to } of rows) {
    let field = from;
    while (fields.has(field)) field += '\n';
    fields.set(field, to);
  }
  return fields;
}

export const redirectsKind: KeptKind<TypedRedirects> = {
  schema: TypedRedirects,
  subjects: () => ['redirects'],
  title: () => 'Redirects',
  fields: fieldsOf,
  withFields: (theirs, fields, mine) => ({
    ...theirs,
    rows: [...fields].map(([field, to]) => {
      const from = field.trimEnd();
      const known = mine.rows.find((row) => row.from === from && row.to === to);
      return { id: known?.id ?? crypto.randomUUID(), from, to: String(to) };
    }),
  }),
  label: (field) => (field.trim() === '' ? 'New redirect' : `From ${field.trim()}`),
  keepers: new Map(),
};

function rowsOf(redirects: Redirects): TypedRedirect[] {
  return Object.entries(redirects)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([from, to]) => ({ id: crypto.randomUUID(), from, to }));
}

/** The form of the shop's redirects. */
export function typedRedirects(shop: Redirects): TypedRedirects {
  const form = newDraft();
  return { form, seen: { ...shop }, rows: rowsOf(shop) };
}

/** The form of a draft, as its author typed it. @param shop the present redirects. */
export function draftRedirects(
  shop: Redirects,
  { id, version, changes }: { id: string; version: number; changes: ReleaseChanges },
): TypedRedirects {
  const [seen, now] = [new Map(Object.entries(shop)), new Map(Object.entries(shop))];
  for (const [from, change] of Object.entries(changes.redirects ?? {})) {
    const before = change.seen ?? null;
    if (before === null) seen.delete(from);
    else seen.set(from, before);
    if (change.now === null) now.delete(from);
    else now.set(from, change.now);
  }
  return {
    form: { release: id, version },
    seen: Object.fromEntries(seen),
    rows: rowsOf(Object.fromEntries(now)),
  };
}
