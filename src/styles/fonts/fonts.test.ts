import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#local/settings.ts';
import { cutFont, cutFonts, fonts } from './cut-fonts.ts';
import { kerningOf, roundKerning } from './round-kerning.ts';

function projectFile(name: string): Buffer {
  return readFileSync(path.join(projectFolder, name));
}

test('the preloaded fonts are subsets of their packages’ fonts', async () => {
  for (const { file, bytes } of await cutFonts()) {
    expect(projectFile(`src/styles/fonts/${file}`).equals(bytes), `${file}: npm run fonts`).toBe(
      true,
    );
  }
});

test('rounding the kerning moves no letter by more than a hundredth of its size', async () => {
  for (const { roundsKerning, ...font } of fonts) {
    if (!roundsKerning) continue;
    const cut = await cutFont(font);
    const before = kerningOf(cut);
    const after = kerningOf(roundKerning(cut));
    expect(before.length).toBeGreaterThan(1000);
    expect(after).toHaveLength(before.length);
    for (const [index, { lightest, change }] of before.entries()) {
      const rounded = after[index] ?? { lightest: Number.NaN, change: Number.NaN };
      expect(Math.abs(rounded.lightest - lightest)).toBeLessThanOrEqual(2);
      expect(Math.abs(rounded.lightest + rounded.change - lightest - change)).toBeLessThanOrEqual(
        10,
      );
    }
  }
});

function inOrder(letters: string): string {
  return [...letters].toSorted().join('');
}

test('each unicode-range lists exactly the letters of its font', () => {
  const sheet = String(projectFile('src/styles/fonts.css'));
  const ranges = fonts.map(({ file }) => {
    const [, face = ''] = sheet.split(`url('./fonts/${file}')`);
    return /unicode-range:([^;]+);/.exec(face) ?? [];
  });
  const covered = ranges.map(([, range = '']) =>
    range
      .split(',')
      .flatMap((part) => {
        const [first = '', last = first] = part.trim().replace('U+', '').split('-');
        const start = Number.parseInt(first, 16);
        const count = Number.parseInt(last, 16) - start + 1;
        return Array.from({ length: count }, (_, index) => String.fromCodePoint(start + index));
      })
      .join(''),
  );
  expect(covered.map(inOrder)).toEqual(fonts.map(({ letters }) => inOrder(letters)));
});
