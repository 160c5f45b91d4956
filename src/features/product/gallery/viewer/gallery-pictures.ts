import { imageAddress, srcSet } from '#domain/catalogue/image.ts';

/** In device pixels: a phone's fitted picture, up to the enlarged one on the finest screens. */
const WIDTHS = [832, 1104, 1440, 2000, 2880] as const;

/** Layout width of a picture before it is fitted to the screen, in CSS pixels. */
const NOMINAL_WIDTH = 1440;

/** Height over width of most pictures, used until one is loaded. */
const USUAL_RATIO = 5 / 4;

/** A picture in PhotoSwipe's format. */
interface ViewedPicture {
  src: string;
  srcset: string;
  width: number;
  height: number;
  alt: string;
  /** The page's picture, shown first. */
  msrc?: string;
}

/**
 * A picture's size in the viewer. The page's frames are cropped, so only the file has the true
 * proportions.
 */
export function viewedSize(picture: HTMLImageElement): { width: number; height: number } {
  const { naturalWidth, naturalHeight } = picture;
  const ratio = naturalWidth > 0 ? naturalHeight / naturalWidth : USUAL_RATIO;
  return { width: NOMINAL_WIDTH, height: Math.round(NOMINAL_WIDTH * ratio) };
}

function placeOf({ dataset }: HTMLElement): number {
  return Number(dataset.enlarge);
}

/** A gallery's frames in their original order, which the endless carousel changes. */
export function framesOf(gallery: Element): HTMLElement[] {
  return [...gallery.querySelectorAll<HTMLElement>('.frame[data-enlarge]')].toSorted(
    (one, other) => placeOf(one) - placeOf(other),
  );
}

/** Index of the frame in view: the row may have been scrolled natively. */
export function frameInView(gallery: Element, frames: readonly HTMLElement[]): number {
  const { left } = gallery.getBoundingClientRect();
  const distances = frames.map((frame) => Math.abs(frame.getBoundingClientRect().left - left));
  return Math.max(distances.indexOf(Math.min(...distances)), 0);
}

/** A frame's picture, from the original file. */
export function viewedPicture(frame: HTMLElement): ViewedPicture {
  const image = frame.querySelector('img') ?? new Image();
  const path = new URL(image.src, location.href).searchParams.get('url') ?? image.src;
  return {
    ...viewedSize(image),
    src: imageAddress(path, 1440),
    srcset: srcSet(path, WIDTHS),
    alt: image.alt,
    ...(image.complete && image.naturalWidth > 0 && { msrc: image.currentSrc }),
  };
}
