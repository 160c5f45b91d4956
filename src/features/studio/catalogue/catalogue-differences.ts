import type { ReleaseChanges } from '#domain/contracts/staff-releases.ts';

/** A draft's changes of the catalogue, as `import_catalogue` takes them. */
export type Given = NonNullable<ReleaseChanges['catalogue']>;

/** Whether two values are stored alike. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Changed fields of `now` with their previous values, as `import_catalogue` takes them; null if none changed. `archived`
 * has no previous value there: it is a decision, not a difference.
 */
export function differences(was: object, now: object): Record<string, unknown> | null {
  const before = new Map<string, unknown>(Object.entries(was));
  const changed = Object.entries(now).filter(([field, value]) => !isSame(before.get(field), value));
  if (changed.length === 0) return null;
  const seen = changed.filter(([field]) => field !== 'archived').map(([field]) => field);
  const clears = changed.flatMap(([field, value]) => (value === null ? [field] : []));
  return {
    ...Object.fromEntries(changed.filter(([, value]) => value !== null)),
    ...(clears.length > 0 && { clears }),
    seen: Object.fromEntries(seen.map((field) => [field, before.get(field)])),
  };
}

/** Fields of something new: those that have a value. */
export function valuesOf(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
