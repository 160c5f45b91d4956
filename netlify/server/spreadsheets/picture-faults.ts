import { stat } from 'node:fs/promises';
import { pictureFormats, pictureKindNames } from '#domain/catalogue/picture-kinds.ts';
import type { PictureKind } from '#domain/contracts/catalogue-reading.ts';
import sharp, { type Metadata } from 'sharp';

/** Smallest picture that still looks sharp on a product's page. */
const SMALLEST = { width: 800, height: 1000 };

/** Smallest picture that still looks sharp across a page, as at the top of the home page. */
const SMALLEST_OF_PAGE = { width: 1600, height: 900 };

/** Pages show products' pictures 4:5 and crop the rest. */
const SHAPE = 4 / 5;

/** Aspect ratios of which half or more would be cropped. */
const CUT_IN_HALF = { narrow: SHAPE / 2, wide: SHAPE * 2 };

/** More than any camera takes; such a picture would take a gigabyte to decode. */
const MOST_PIXELS = 150_000_000;

function pageFault(size: string, width: number, height: number): string | undefined {
  const { width: least, height: high } = SMALLEST_OF_PAGE;
  if (width <= height)
    return `${size}, but pages show pictures wider than high. Cut it to landscape.`;
  if (width < least || height < high) {
    return `${size}, too small to look sharp: it needs at least ${least} × ${high}.`;
  }
  return undefined;
}

/** Fault of a product's picture or film that is far from 4:5. @param size beginning of the message. */
export function shapeFault(size: string, width: number, height: number): string | undefined {
  const ratio = width / height;
  if (ratio > CUT_IN_HALF.narrow && ratio < CUT_IN_HALF.wide) return undefined;
  const shape = ratio > 1 ? 'wide' : 'narrow';
  return `${size}, far too ${shape}: the shop shows pictures 4:5 and would cut off half of it. Cut it to 4:5, such as 1440 × 1800.`;
}

function productFault(size: string, width: number, height: number): string | undefined {
  const fault = shapeFault(size, width, height);
  if (fault !== undefined) return fault;
  if (width < SMALLEST.width || height < SMALLEST.height) {
    return `${size}, too small to look sharp: it needs at least ${SMALLEST.width} × ${SMALLEST.height}, better 1440 × 1800.`;
  }
  return undefined;
}

type Kind = Exclude<PictureKind, 'film'>;

const shapeFaults = { product: productFault, page: pageFault };

function faultIn(name: string, known: Metadata, kind: Kind): string | undefined {
  const { format, pages = 1, autoOrient } = known;
  const { width, height } = autoOrient;
  const size = `“${name}” is ${width} × ${height} pixels`;
  if (known.compression === 'hevc') {
    return `“${name}” is in Apple’s format HEIC, which browsers do not show. Open it in Photos or Preview and export it as JPEG; on the iPhone choose Settings, Camera, Formats, “Most Compatible” for the next ones.`;
  }
  if (pages > 1) {
    const what = format === 'tiff' ? 'has several pages' : 'moves';
    return `“${name}” ${what}. Save the one picture that is to be shown as JPEG or PNG.`;
  }
  if (width * height > MOST_PIXELS) return `${size}, more than can be read. Make it smaller.`;
  return shapeFaults[kind](size, width, height);
}

/**
 * Checks a picture before anything is stored: it must be a picture, whole, still, large enough and
 * roughly of the pages' shape. It is decoded to its end, since a truncated file has a sound beginning.
 * @param name the person's name for it, for the message.
 */
export async function pictureFault(
  name: string,
  file: string | Uint8Array,
  kind: Kind = 'product',
): Promise<string | undefined> {
  const size = typeof file === 'string' ? (await stat(file)).size : file.length;
  if (size === 0) return `The file “${name}” is empty. Copy or save the picture again.`;
  const known = await sharp(file)
    .metadata()
    .catch(() => undefined);
  if (known?.format === undefined || !pictureFormats.has(known.format)) {
    return `“${name}” is not a picture (${pictureKindNames}).`;
  }
  const fault = faultIn(name, known, kind);
  if (fault !== undefined) return fault;
  try {
    await sharp(file, { failOn: 'error' }).resize({ width: 32 }).raw().toBuffer();
  } catch {
    return `The picture “${name}” is damaged: part of it is missing. Copy it again.`;
  }
  return undefined;
}
