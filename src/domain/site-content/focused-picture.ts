import type { Focus } from './content-fields.ts';

/** Ending of a cropped picture's name, before its extension: its focal point, in per cent. */
const FOCUS = /-x(?<x>\d{1,3})y(?<y>\d{1,3})(?=\.webp$)/;

/** Shape of product pictures, width to height. */
export const PRODUCT_SHAPE = 4 / 5;

/** The name or URL of the whole picture that a cropped one was made from; the same if it is whole. */
export function wholePicture(address: string): string {
  return address.replace(FOCUS, '');
}

/** The focal point of a picture by its name or URL; the middle if it is whole. */
export function focusOf(address: string): Focus {
  const { x = 50, y = 50 } = FOCUS.exec(address)?.groups ?? {};
  return { x: Number(x), y: Number(y) };
}

/** The name or URL of a whole picture's crop around a point; the same for the middle, which pages show anyway. */
export function focusedPicture(whole: string, { x, y }: Focus): string {
  return x === 50 && y === 50 ? whole : whole.replace(/\.webp$/, `-x${x}y${y}.webp`);
}
