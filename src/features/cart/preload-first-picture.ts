import { LINE_PICTURE_SIZES, linePicture } from './first-state/cart-text.ts';
import { storedLines } from './stored-lines.ts';

/**
 * Requests the picture of the cart's first line, in the candidate its `img` will choose
 * (draw-cart-preview.ts). The parser reaches that `img` much later, after the styles.
 * @param head the page's head after its viewport tag, on which the choice depends.
 */
export function preloadFirstPicture(head: HTMLHeadElement): void {
  const [first] = storedLines();
  if (!first) return;
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'image';
  // No `href`: browsers without support for these two would fetch another candidate as well.
  link.imageSrcset = linePicture(first, '').srcSet;
  link.imageSizes = LINE_PICTURE_SIZES;
  link.fetchPriority = 'high';
  head.append(link);
}
