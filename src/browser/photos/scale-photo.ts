import {
  formatBytes,
  mostPhotoBytes,
  photoFormat,
  photoPixels,
  photoRefusals,
} from '#domain/catalogue/photo.ts';

/** A photo ready to send. */
export interface ScaledPhoto {
  /** JPEG in base64. */
  picture: string;
  /** A data URL, for an `img`. */
  preview: string;
}

/** A file that cannot be sent; the message is for the shopper. */
export class PhotoRefusal extends Error {
  override readonly name = 'PhotoRefusal';
}

const previewPixels = 320;
/** JPEG qualities, from the best to the lowest that still shows a seam. */
const qualities = [0.82, 0.6, 0.4];

/** Draws a picture scaled down to a maximum size, on white, because JPEG has no transparency. */
function drawn(picture: ImageBitmap, pixels: number): HTMLCanvasElement {
  const scale = Math.min(1, pixels / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new PhotoRefusal(photoRefusals.notAPicture);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function base64Of(dataUrl: string): string {
  return dataUrl.slice(dataUrl.indexOf(',') + 1);
}

/** @throws PhotoRefusal */
async function decoded(file: Blob): Promise<ImageBitmap> {
  if (file.size === 0) throw new PhotoRefusal(photoRefusals.empty);
  try {
    return await createImageBitmap(file);
  } catch {
    const head = new Uint8Array(await file.slice(0, formatBytes).arrayBuffer());
    const isHeic = photoFormat(head) === 'heic';
    throw new PhotoRefusal(isHeic ? photoRefusals.heic : photoRefusals.notAPicture);
  }
}

/**
 * Makes a JPEG of any picture the browser can read, upright and small enough for a slow line. Drawing it
 * drops metadata such as location and camera.
 * @throws PhotoRefusal with a message for the shopper.
 */
export async function scaledPhoto(file: Blob): Promise<ScaledPhoto> {
  const bitmap = await decoded(file);
  try {
    const canvas = drawn(bitmap, photoPixels);
    const preview = drawn(bitmap, previewPixels).toDataURL('image/jpeg', 0.75);
    for (const quality of qualities) {
      const picture = base64Of(canvas.toDataURL('image/jpeg', quality));
      if (picture !== '' && (picture.length / 4) * 3 < mostPhotoBytes) return { picture, preview };
    }
    throw new PhotoRefusal(photoRefusals.tooLarge);
  } finally {
    bitmap.close();
  }
}
