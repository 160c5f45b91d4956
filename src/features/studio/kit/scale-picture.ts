import { mostFileBytes } from '#domain/contracts/catalogue-reading.ts';
import { problemText } from './problem-text.ts';

/** Longer side of a scaled picture, px: more than any page shows. */
const LONGEST_SIDE = 3200;
const qualities = [0.92, 0.85, 0.75];

/** A picture that cannot be uploaded; the message is shown to staff. */
export class PictureRefusal extends Error {
  override readonly name = 'PictureRefusal';
}

/** State of a picture that waits for the network. */
export const UNSENT = 'No connection. It is sent as soon as you are online.';

/** Why a picture was not uploaded, for staff. */
export function pictureProblem(error: unknown): string {
  return error instanceof PictureRefusal ? error.message : problemText(error);
}

/** Bytes at the end of a JPEG among which its end marker is; cameras add data of their own behind it. */
const TAIL = 500_000;

/** Whether a JPEG lacks its end, which browsers draw as grey. Compressed data never contains the end marker. */
async function isCutOff(file: File): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (start[0] !== 0xff || start[1] !== 0xd8) return false;
  const tail = new Uint8Array(await file.slice(-TAIL).arrayBuffer());
  return !tail.some((byte, at) => byte === 0xff && tail[at + 1] === 0xd9);
}

/**
 * The file to upload: the picture itself, scaled down if it is too large for one request.
 * @throws PictureRefusal
 */
export async function sendable(file: File): Promise<Blob> {
  if (file.size <= mostFileBytes) return file;
  // The server finds this in smaller files; the scaled copy would be whole.
  if (await isCutOff(file)) {
    throw new PictureRefusal(
      `The picture “${file.name}” is damaged: part of it is missing. Copy it again.`,
    );
  }
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap)
    throw new PictureRefusal(
      'This picture is over 4 MB and this browser cannot shrink it. Save it as a JPEG and drop it again.',
    );
  try {
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(bitmap.width * scale)),
      Math.max(1, Math.round(bitmap.height * scale)),
    );
    const context = canvas.getContext('2d');
    if (context) {
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      for (const quality of qualities) {
        const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
        if (blob.size <= mostFileBytes) return blob;
      }
    }
    throw new PictureRefusal('This picture is too large. Make it smaller and drop it again.');
  } finally {
    bitmap.close();
  }
}
