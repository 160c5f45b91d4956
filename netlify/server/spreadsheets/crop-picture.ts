import sharp from 'sharp';
import { PRODUCT_SHAPE } from '#domain/site-content/focused-picture.ts';
import type { Focus } from '#domain/site-content/content-fields.ts';
import { encoded } from './web-picture.ts';

/** Crops a picture to 4:5 as CSS does with the focal point as `object-position`. */
export async function cropPicture(picture: Uint8Array, { x, y }: Focus): Promise<Buffer> {
  const image = sharp(picture, { failOn: 'error' });
  const { width: full, height: high } = await image.metadata();
  const width = Math.min(full, Math.round(high * PRODUCT_SHAPE));
  const height = Math.min(high, Math.round(full / PRODUCT_SHAPE));
  const left = Math.round(((full - width) * x) / 100);
  const top = Math.round(((high - height) * y) / 100);
  return encoded(image.extract({ left, top, width, height }));
}
