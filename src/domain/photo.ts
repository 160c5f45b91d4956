/** Photos that shoppers add to a return of what is defective or wrong. */

/** Photos of one return; the database refuses more (`photo_is_known`). */
export const mostPhotos = 5;

/** Pixels of the longer side, as browsers send it and the shop keeps it. */
export const photoPixels = 1600;

/** Bytes of a photo as it is sent. In base64 it stays below the 6 MB that Netlify takes. */
export const mostPhotoBytes = 4_000_000;

/** What a file is by its first bytes; a name or a declared type may say anything. */
export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'heic' | null;

/** Brands of HEIF files with HEVC in them. */
const heicBrands: ReadonlySet<string> = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'mif1',
  'msf1',
]);

/** Bytes that `photoFormat` looks at. */
export const formatBytes = 12;

/** The format of a picture from its first `formatBytes` bytes; null for what is none that the shop takes. */
export function photoFormat(head: Uint8Array): PhotoFormat {
  const text = String.fromCharCode(...head.subarray(0, formatBytes));
  if (text.startsWith('\u00FF\u00D8\u00FF')) return 'jpeg';
  if (text.startsWith('\u0089PNG\r\n\u001A\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'webp';
  if (text.slice(4, 8) === 'ftyp' && heicBrands.has(text.slice(8))) return 'heic';
  return null;
}

/** Why a photo is not taken, as shoppers read it. */
export const photoRefusals = {
  notAPicture: 'This file is not a picture that we can read. Please choose a JPEG or PNG.',
  heic: 'This photo is in HEIC, which this browser cannot read. On an iPhone choose Most Compatible under Settings, Camera, Formats and take it again, or send a screenshot of it.',
  tooLarge: 'This picture is too large. Please choose a smaller one.',
} as const;
