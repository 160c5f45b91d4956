/** The Supabase Storage bucket of the catalogue's pictures. Public. */
export const BUCKET = 'catalogue';

/** Base address of the pictures in Storage; ends with a slash. @param address URL of the Supabase project. */
export function storageAddress({ address }: { address: string }): string {
  return `${address}/storage/v1/object/public/${BUCKET}/`;
}
