/** An expandable field of Stripe's API: the object or its id (docs.stripe.com/expand). */
type Expandable<T> = T | string | null | undefined;

/** The object, or null when only its id was sent. */
export function expanded<T extends { id: string }>(field: Expandable<T>): T | null {
  return field && typeof field === 'object' ? field : null;
}

/** The id, whether or not the object was sent. */
export function idOf(field: Expandable<{ id: string }>): string | undefined {
  return field && typeof field === 'object' ? field.id : (field ?? undefined);
}
