import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/** The characters of English pages: ASCII, the pound sign, and the texts' typographic characters. */
export const ENGLISH_LETTERS = `${String.fromCharCode(
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index),
)}\u00a0£©·×–—‘’“”…`;

/** A font, subset to the characters of English pages. */
interface CutFont {
  /** Its name in `src/styles/fonts`. */
  file: string;
  /** The package's font with all of Latin. */
  source: string;
  /**
   * Whether to keep glyphs that only OpenType features use, such as tabular figures. Headings use
   * none.
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

/** Subsets the fonts. @returns the content of each file in `src/styles/fonts`. */
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
