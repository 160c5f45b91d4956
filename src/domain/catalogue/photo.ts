/** Photos of a defective or wrong item, added to a return by the shopper. */

/** Maximum photos per return; the database enforces it as well (`photo_is_known`). */
export const mostPhotos = 5;

/** Maximum pixels of the longer side, as sent and stored. */
export const photoPixels = 1600;

/** Maximum bytes of a photo as sent. In base64 it stays below Netlify's limit of 6 MB. */
export const mostPhotoBytes = 4_000_000;

/** A file's format by its first bytes; its name or declared type may be wrong. */
export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'heic' | null;

/** HEIF brands that contain HEVC. */
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

/** Bytes that `photoFormat` needs. */
export const formatBytes = 12;

/** A picture's format from its first `formatBytes` bytes; null for unsupported ones. */
export function photoFormat(head: Uint8Array): PhotoFormat {
  const text = String.fromCharCode(...head.subarray(0, formatBytes));
  if (text.startsWith('\u00FF\u00D8\u00FF')) return 'jpeg';
  if (text.startsWith('\u0089PNG\r\n\u001A\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'webp';
  if (text.slice(4, 8) === 'ftyp' && heicBrands.has(text.slice(8))) return 'heic';
  return null;
}

/** Reasons for rejecting a photo, as shoppers read them. */
export const photoRefusals = {
  notAPicture: 'This file is not a picture that we can read. Please choose a JPEG or PNG.',
  empty: 'This file is empty. Please choose another one.',
  heic: 'This photo is in HEIC, which this browser cannot read. On an iPhone choose Most Compatible under Settings, Camera, Formats and take it again, or send a screenshot of it.',
  tooLarge: 'This picture is too large. Please choose a smaller one.',
} as const;
