import type { TypedCategory } from './typed-category.ts';

/** Unsaved input by the form's address, kept while other pages of the studio are shown. */
const kept = new Map<string, TypedCategory>();

export function keptCategory(key: string): TypedCategory | undefined {
  return kept.get(key);
}

export function keepCategory(key: string, typed: TypedCategory): void {
  kept.set(key, typed);
}

export function forgetCategory(key: string): void {
  kept.delete(key);
}
