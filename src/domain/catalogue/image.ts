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

/** Widths of pictures on the shop's pages and in the studio, in pixels. */
const pageWidths = [
  60, 80, 120, 160, 240, 320, 360, 480, 640, 720, 832, 960, 1104, 1280, 1440, 1600, 2000, 2400,
  2880,
] as const;
export type PageWidth = (typeof pageWidths)[number];

/** Widths of JPEGs, in pixels. E-mails name them for years: add, but do not remove. */
const jpegWidths = [128, 464, 640, 992, 1440] as const;
export type JpegWidth = (typeof jpegWidths)[number];

/** Size of a shared link's picture, in pixels, as Facebook, X, LinkedIn and chat apps expect it. */
export const SHARE_SIZE = { width: 1200, height: 630 };

/** A file of the site, or an uploaded one; of which project, src/integrations/image-sources.ts says. */
const SOURCE =
  /^(?:|https?:\/\/[^/\s]+\/storage\/v1\/object\/public\/catalogue)(?:\/(?!\.)[^/\\\s?#]+)+\.(?:avif|gif|jpe?g|png|webp)$/i;

/**
 * A picture for the shop's pages, scaled by Netlify's Image CDN. AVIF at quality 60 keeps the smooth gradient of a
 * studio backdrop, which WebP breaks into squares of 8 to 16 pixels up to quality 85, for about the bytes of WebP at 75.
 * Every browser that knows the range syntax of media queries, which the style sheets need, shows AVIF.
 * @param width in CSS pixels times device pixels.
 * @see https://docs.netlify.com/image-cdn/overview/
 */
export function imageAddress(path: string, width: PageWidth): string {
  // The constant part first: repeated in a `srcset`, it compresses to next to nothing.
  return `/.netlify/images?fm=avif&q=60&url=${encodeURIComponent(path)}&w=${width}`;
}

const jpeg = (path: string, size: string) =>
  `/.netlify/images?url=${encodeURIComponent(path)}&${size}&fm=jpg`;

/**
 * A picture for e-mails and feeds, whose readers may know no newer format.
 * @param width in pixels.
 */
export function jpegAddress(path: string, width: JpegWidth): string {
  return jpeg(path, `w=${width}`);
}

/** A picture for link previews, cropped. */
export function sharedAddress(path: string): string {
  return jpeg(path, `w=${SHARE_SIZE.width}&h=${SHARE_SIZE.height}&fit=cover`);
}

/** A `srcset` of one picture at several widths. */
export function srcSet(path: string, widths: readonly PageWidth[]): string {
  return widths.map((width) => `${imageAddress(path, width)} ${width}w`).join(', ');
}

/** The parameters of a query in an order of their own. */
function sortedParameters(query: string): string {
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return parameters.toString();
}

/**
 * Whether a picture is one of those above: of the shop's own, in a size and format that a page, e-mail or feed names.
 * @param query the part of its address from the question mark on.
 */
export function isMadePicture(query: string): boolean {
  const path = new URLSearchParams(query).get('url') ?? '';
  if (!SOURCE.test(path)) return false;
  const wanted = sortedParameters(query);
  const made = [
    ...pageWidths.map((width) => imageAddress(path, width)),
    ...jpegWidths.map((width) => jpegAddress(path, width)),
    sharedAddress(path),
  ];
  return made.some((address) => sortedParameters(address.replace(/^[^?]*/, '')) === wanted);
}
