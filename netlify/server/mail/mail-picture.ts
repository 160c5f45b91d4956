import { imagePath, jpegAddress, type JpegWidth } from '#domain/catalogue/image.ts';
import { isShopPicture } from '#domain/paths/shop-picture.ts';

/** Twice the displayed pixels, for high-density screens. */
const thumbnailWidth = 128;

/**
 * Address of a picture in an e-mail: the shop's through its Image CDN, others as they are. As JPEG: stored pictures
 * are WebP, which Outlook on Windows does not show.
 * @param path path or URL.
 * @param width in pixels.
 * @param shop the shop's origin, e.g. `https://shop.example`.
 * @see https://www.caniemail.com/features/image-webp/
 */
export function mailPicture(path: string, width: JpegWidth, shop: string): string {
  if (!path.startsWith('/') && !isShopPicture(path)) return path;
  return `${shop}${jpegAddress(imagePath({ image: path }, ''), width)}`;
}

/** A line of goods: the text beside its picture, and the picture's path or URL, if it has one. */
interface Pictured {
  what: string;
  image?: string | null;
}

/**
 * The picture of a line of goods for a template: a list of one, or none.
 * @param place the line's index. Later ones have no picture: Gmail clips messages over 102 kB.
 */
export function thumbnails({ what, image }: Pictured, place: number, shop: string) {
  return image && place < 12 ? [{ src: mailPicture(image, thumbnailWidth, shop), alt: what }] : [];
}
