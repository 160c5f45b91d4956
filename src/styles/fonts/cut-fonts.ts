import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { roundKerning } from './round-kerning.ts';

/** The characters of English pages: ASCII, the pound sign, and the texts' typographic characters. */
export const ENGLISH_LETTERS = `${String.fromCharCode(
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index),
)}\u00a0£©·×–—‘’“”…`;

/** A font, subset to the characters of English pages. */
interface CutFont {
  /** File name in `src/styles/fonts`. */
  file: string;
  /** The package's font with all of Latin. */
  source: string;
  /** OpenType features to keep, with the glyphs that only they use: kerning, ligatures, tabular figures. */
  features: readonly string[];
  /** Whether its kerning varies with its weight (round-kerning.ts). */
  roundsKerning: boolean;
}

export const fonts: readonly CutFont[] = [
  {
    file: 'syne-english-800.woff2',
    source: '@fontsource/syne/files/syne-latin-800-normal.woff2',
    features: ['kern'],
    roundsKerning: false,
  },
  {
    file: 'instrument-sans-english.woff2',
    source: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    features: ['kern', 'liga', 'tnum'],
    roundsKerning: true,
  },
];

/** Subsets a font. @returns the uncompressed font. */
export function cutFont({
  source,
  features,
}: Pick<CutFont, 'source' | 'features'>): Promise<Buffer> {
  const original = readFileSync(fileURLToPath(import.meta.resolve(source)));
  return subsetFont(original, ENGLISH_LETTERS, {
    targetFormat: 'truetype',
    keepFeatures: features,
  });
}

/** Subsets the fonts. @returns the content of each file in `src/styles/fonts`. */
export function cutFonts(): Promise<{ file: string; bytes: Buffer }[]> {
  return Promise.all(
    fonts.map(async ({ file, roundsKerning, ...font }) => {
      const cut = await cutFont(font);
      const bytes = await subsetFont(roundsKerning ? roundKerning(cut) : cut, ENGLISH_LETTERS, {
        targetFormat: 'woff2',
        keepFeatures: font.features,
      });
      return { file, bytes };
    }),
  );
}
