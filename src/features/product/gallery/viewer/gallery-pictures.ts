import { imageAddress, srcSet } from '#domain/address/image.ts';

/** Device pixels: a phone's fitting picture, and the same enlarged on the finest screens. */
const WIDTHS = [832, 1104, 1440, 2000, 2880];

/** Width that a picture is laid out as before it is fitted to the screen, in CSS pixels. */
const NOMINAL_WIDTH = 1440;

/** Height over width of most pictures, for one that has not been loaded yet. */
const USUAL_RATIO = 5 / 4;

/** A picture as PhotoSwipe takes it. */
interface ViewedPicture {
  src: string;
  srcset: string;
  width: number;
  height: number;
  alt: string;
  /** What the page shows, to begin with. */
  msrc?: string;
}

/** A picture's size in the viewer. The page's frames crop, so that only the file knows. */
export function viewedSize(picture: HTMLImageElement): { width: number; height: number } {
  const { naturalWidth, naturalHeight } = picture;
  const ratio = naturalWidth > 0 ? naturalHeight / naturalWidth : USUAL_RATIO;
  return { width: NOMINAL_WIDTH, height: Math.round(NOMINAL_WIDTH * ratio) };
}

function placeOf({ dataset }: HTMLElement): number {
  return Number(dataset.enlarge);
}

/** The frames of a gallery's pictures in their order, which the endless carousel changes. */
export function framesOf(gallery: Element): HTMLElement[] {
  return [...gallery.querySelectorAll<HTMLElement>('.frame[data-enlarge]')].toSorted(
    (one, other) => placeOf(one) - placeOf(other),
  );
}

/** Index of the frame in view: the row may have been scrolled without the carousel. */
export function frameInView(gallery: Element, frames: readonly HTMLElement[]): number {
  const { left } = gallery.getBoundingClientRect();
  const distances = frames.map((frame) => Math.abs(frame.getBoundingClientRect().left - left));
  return Math.max(distances.indexOf(Math.min(...distances)), 0);
}

/** What a frame shows, from the original file. */
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
