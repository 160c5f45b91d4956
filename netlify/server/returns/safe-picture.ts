import { photoFormat, photoPixels, photoRefusals } from '#domain/catalogue/photo.ts';
import { HttpError } from '../http-error.ts';

/** A photo as stored. */
export interface SafePicture {
  /** JPEG, at most `photoPixels` on its longer side. */
  large: Buffer;
  /** JPEG, sized for a list. */
  small: Buffer;
}

const smallPixels = 320;

/** More pixels than any phone's camera sends; a file of a few bytes may claim to have a billion. */
const mostPixels = 100_000_000;

function refused(reason: string, detail: string): HttpError {
  return new HttpError(400, { detail, reason });
}

/**
 * Decodes a picture and re-encodes its pixels, so that nothing else of the file is kept: no location, no camera
 * name, no second file hidden in it.
 * @throws HttpError 400 `heic` or `not_a_picture`.
 */
export async function safePicture(sent: Uint8Array): Promise<SafePicture> {
  const format = photoFormat(sent);
  if (format === 'heic') throw refused('heic', photoRefusals.heic);
  if (format === null) throw refused('not_a_picture', photoRefusals.notAPicture);
  // Loaded lazily: requests refused above need not wait for it.
  const { default: sharp } = await import('sharp');
  try {
    const large = await sharp(sent, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({
        width: photoPixels,
        height: photoPixels,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 80 })
      .toBuffer();
    const small = await sharp(large)
      .resize({
        width: smallPixels,
        height: smallPixels,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .jpeg({ quality: 75 })
      .toBuffer();
    return { large, small };
  } catch {
    throw refused('not_a_picture', photoRefusals.notAPicture);
  }
}
