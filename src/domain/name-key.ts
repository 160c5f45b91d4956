/**
 * Key for comparing names, like `public.name_key` in the database: ignores case and Unicode
 * normalisation (é).
 */
export function nameKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}
