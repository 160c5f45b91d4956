import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { create } from 'fontkitten';

/** Resolves from the project root, because the build moves this file. */
const packages = createRequire(path.resolve('package.json'));

function readFont(file: string) {
  const font = create(readFileSync(packages.resolve(file)));
  if (font.isCollection) throw new Error(`${file} holds several fonts`);
  return font;
}

type Font = ReturnType<typeof readFont>;

/** The shop's two typefaces; later files supply glyphs that the first one lacks. */
const voices = {
  display: () =>
    ['latin', 'latin-ext', 'greek'].map((letters) =>
      readFont(`@fontsource/syne/files/syne-${letters}-800-normal.woff2`),
    ),
  text: () =>
    ['latin', 'latin-ext'].map((letters) =>
      readFont(
        `@fontsource-variable/instrument-sans/files/instrument-sans-${letters}-wght-normal.woff2`,
      ),
    ),
};

const known = new Map<keyof typeof voices, Font[]>();

export type Voice = keyof typeof voices;

function glyphsOf(text: string, voice: Voice) {
  const fonts = known.get(voice) ?? voices[voice]();
  known.set(voice, fonts);
  return [...text.normalize('NFC')].flatMap((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const font = fonts.find((candidate) => candidate.hasGlyphForCodePoint(code));
    return font ? [{ glyph: font.glyphForCodePoint(code), em: font.unitsPerEm }] : [];
  });
}

/** Width of a line at a font size, both in pixels. */
export function lineWidth(text: string, voice: Voice, size: number): number {
  const advances = glyphsOf(text, voice).map(({ glyph, em }) => glyph.advanceWidth / em);
  return advances.reduce((sum, advance) => sum + advance, 0) * size;
}

/**
 * Renders a line as SVG paths, so that it looks the same on a machine without fonts. Characters without
 * a glyph in the shop's fonts are omitted.
 * @param x
 * @param y start of the baseline, in pixels.
 */
export function linePaths(text: string, voice: Voice, size: number, x: number, y: number): string {
  let left = x;
  return glyphsOf(text, voice)
    .map(({ glyph, em }) => {
      const scale = size / em;
      const place = `translate(${left.toFixed(2)} ${y}) scale(${scale} ${-scale})`;
      left += glyph.advanceWidth * scale;
      return `<path transform="${place}" d="${glyph.path.toSVG()}"/>`;
    })
    .join('');
}

/** Whether the shop's fonts have a glyph for any character of a text. */
export function canWrite(text: string, voice: Voice): boolean {
  return glyphsOf(text.replace(/\s/g, ''), voice).length > 0;
}
