import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { roundKerning } from './round-kerning.ts';

/** The characters of English pages: ASCII, the pound sign, and the texts' typographic characters. */
const ENGLISH_LETTERS = `${String.fromCharCode(
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index),
)}\u00a0£©·×–—‘’“”…`;

/** A font, subset to the characters of English pages. */
interface CutFont {
  /** File name in `src/styles/fonts`. */
  file: string;
  /** The package's font with all of Latin. */
  source: string;
  /** Characters to keep. */
  letters: string;
  /** OpenType features to keep, with the glyphs that only they use: kerning, ligatures, tabular figures. */
  features: readonly string[];
  /** Whether its kerning varies with its weight (round-kerning.ts). */
  roundsKerning: boolean;
}

export const fonts: readonly CutFont[] = [
  {
    file: 'syne-english-800.woff2',
    source: '@fontsource/syne/files/syne-latin-800-normal.woff2',
    letters: ENGLISH_LETTERS.replaceAll(/[\d£]/g, ''),
    features: ['kern'],
    roundsKerning: false,
  },
  {
    file: 'instrument-sans-english.woff2',
    source: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    letters: ENGLISH_LETTERS,
    features: ['kern', 'liga', 'tnum'],
    roundsKerning: true,
  },
];

/** Subsets a font. @returns the uncompressed font. */
export function cutFont({
  source,
  letters,
  features,
}: Pick<CutFont, 'source' | 'letters' | 'features'>): Promise<Buffer> {
  const original = readFileSync(fileURLToPath(import.meta.resolve(source)));
  return subsetFont(original, letters, {
    targetFormat: 'truetype',
    keepFeatures: features,
  });
}

/** Subsets the fonts. @returns the content of each file in `src/styles/fonts`. */
export function cutFonts(): Promise<{ file: string; bytes: Buffer }[]> {
  return Promise.all(
    fonts.map(async ({ file, roundsKerning, ...font }) => {
      const cut = await cutFont(font);
      const bytes = await subsetFont(roundsKerning ? roundKerning(cut) : cut, font.letters, {
        targetFormat: 'woff2',
        keepFeatures: font.features,
      });
      return { file, bytes };
    }),
  );
}
