import type { VariantImage } from '../product.ts';

/** Shown where a product has no picture. */
export const PLACEHOLDER_IMAGE = '/placeholder.jpg';

/**
 * The address of a product's picture: paths that do not start with `http` are prefixed with the
 * API's host (spec, section 3); a missing picture is the placeholder.
 * @param apiHost origin without a trailing slash, or `''` when the API is on this site.
 */
export function imagePath(image: VariantImage | undefined, apiHost: string): string {
  const path = image?.image.trim();
  if (!path) return PLACEHOLDER_IMAGE;
  if (/^https?:/i.test(path)) return path;
  return `${apiHost.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

/**
 * A picture through Netlify's Image CDN, which scales it and sends WebP where the browser takes it.
 * It names no format: for as good a look (SSIM) AVIF is a third smaller (4.6 for 6.9 kB at 480 pixels)
 * but takes sixteen times as long to make, which the first shopper after a change of the picture waits
 * for. Nor a quality: the CDN's own is the one measured.
 * @param width in CSS pixels times device pixels.
 * @see https://docs.netlify.com/image-cdn/overview/
 */
export function imageAddress(path: string, width: number): string {
  return `/.netlify/images?url=${encodeURIComponent(path)}&w=${width}`;
}

/** A `srcset` of one picture in several widths. */
export function srcSet(path: string, widths: readonly number[]): string {
  return widths.map((width) => `${imageAddress(path, width)} ${width}w`).join(', ');
}
