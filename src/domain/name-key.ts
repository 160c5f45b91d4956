/** How names are compared, as `public.name_key` does in the database: whatever their case, and however a device writes é. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}
