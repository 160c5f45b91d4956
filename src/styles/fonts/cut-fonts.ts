import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/** What English pages are written with: ASCII, the pound, and the typographic signs of the texts. */
export const ENGLISH_LETTERS = `${String.fromCharCode(
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index),
)}\u00a0£©·×–—‘’“”…`;

/** A face cut to the letters that pages of the shop need at once. */
interface CutFont {
  /** Its name in `src/fonts`. */
  file: string;
  /** The face with all Latin letters, from its package. */
  source: string;
  /**
   * Whether signs that only typographic features show are kept, such as figures of one width.
   * Headings use none.
   */
  features: boolean;
}

const fonts: readonly CutFont[] = [
  {
    file: 'syne-english-800.woff2',
    source: '@fontsource/syne/files/syne-latin-800-normal.woff2',
    features: false,
  },
  {
    file: 'instrument-sans-english.woff2',
    source: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    features: true,
  },
];

/** Cuts the faces anew. @returns what belongs into each file of `src/fonts`. */
export function cutFonts(): Promise<{ file: string; bytes: Buffer }[]> {
  return Promise.all(
    fonts.map(async ({ file, source, features }) => ({
      file,
      bytes: await subsetFont(
        readFileSync(fileURLToPath(import.meta.resolve(source))),
        ENGLISH_LETTERS,
        { targetFormat: 'woff2', noLayoutClosure: !features },
      ),
    })),
  );
}
