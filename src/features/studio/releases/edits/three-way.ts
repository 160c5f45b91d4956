/** Values of a form by field, as JSON; a field that is missing does not exist. */
export type Fields = ReadonlyMap<string, unknown>;

/** A field that two people gave different values. */
export interface Clash {
  field: string;
  mine: unknown;
  theirs: unknown;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether two forms have the same values. */
export function sameFields(one: Fields, other: Fields): boolean {
  return (
    one.size === other.size && [...one].every(([field, value]) => same(value, other.get(field)))
  );
}

/**
 * Three-way merge: each field has the value of the side that changed it. Fields that both changed differently clash, and
 * have mine.
 */
export function threeWay(base: Fields, mine: Fields, theirs: Fields) {
  const merged = new Map<string, unknown>();
  const clashes: Clash[] = [];
  for (const field of new Set([...theirs.keys(), ...mine.keys()])) {
    const [before, here, there] = [base.get(field), mine.get(field), theirs.get(field)];
    const value = same(here, before) ? there : here;
    if (!same(here, before) && !same(there, before) && !same(here, there))
      clashes.push({ field, mine: here, theirs: there });
    if (value !== undefined) merged.set(field, value);
  }
  return { merged, clashes };
}

/** Merged fields with their values in place of mine, for those chosen. */
export function settled(merged: Fields, clashes: readonly Clash[], theirs: ReadonlySet<string>) {
  const fields = new Map(merged);
  for (const clash of clashes) {
    if (!theirs.has(clash.field)) continue;
    if (clash.theirs === undefined) fields.delete(clash.field);
    else fields.set(clash.field, clash.theirs);
  }
  return fields;
}
