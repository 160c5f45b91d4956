import type { VariantImage } from './product.ts';

/** Shown for products without a picture. */
export const PLACEHOLDER_IMAGE = '/placeholder.jpg';

/**
 * The URL of a product's picture: paths that do not start with `http` get the API's host (spec, section
 * 3); a missing picture becomes the placeholder.
 * @param apiHost origin without a trailing slash, or `''` when the API is on this site.
 */
export function imagePath(image: VariantImage | undefined, apiHost: string): string {
  const path = image?.image.trim();
  if (!path) return PLACEHOLDER_IMAGE;
  if (/^https?:/i.test(path)) return path;
  return `${apiHost.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

/**
 * A picture for the shop's pages, scaled by Netlify's Image CDN. AVIF at quality 60 keeps the smooth gradient of a
 * studio backdrop, which WebP breaks into squares of 8 to 16 pixels up to quality 85, for about the bytes of WebP at 75.
 * Every browser that knows the range syntax of media queries, which the style sheets need, shows AVIF.
 * @param width in CSS pixels times device pixels.
 * @see https://docs.netlify.com/image-cdn/overview/
 */
export function imageAddress(path: string, width: number): string {
  // The constant part first: repeated in a `srcset`, it compresses to next to nothing.
  return `/.netlify/images?fm=avif&q=60&url=${encodeURIComponent(path)}&w=${width}`;
}

/**
 * A picture for e-mails, feeds and link previews, whose readers may know no newer format.
 * @param width in pixels.
 * @param height in pixels; if given, the picture is cropped to it.
 */
export function jpegAddress(path: string, width: number, height?: number): string {
  const cropped = height === undefined ? '' : `&h=${height}&fit=cover`;
  return `/.netlify/images?url=${encodeURIComponent(path)}&w=${width}${cropped}&fm=jpg`;
}

/** A `srcset` of one picture at several widths. */
export function srcSet(path: string, widths: readonly number[]): string {
  return widths.map((width) => `${imageAddress(path, width)} ${width}w`).join(', ');
}
