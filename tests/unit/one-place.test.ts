import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { colours } from '#brand/colours.ts';
import { company } from '#brand/company.ts';
import { CANCELLATION_DAYS, RETURN_DAYS } from '#domain/basics/return-periods.ts';
import { projectFolder } from '#local/settings.ts';

const comment = /^\s*(?:\*|\/[/*]|\{\/\*)/;

/** Sources by path, without comments, tests and generated files. */
const sources = new Map(
  globSync(
    '{src,netlify,emails,backup,bench,catalogue,doctor,harness,local,staff}/**/*.{ts,tsx,astro,css}',
    {
      cwd: projectFolder,
    },
  )
    .filter((name) => !/\.test\.tsx?$|\.html\.ts$|database\.types\.ts$/.test(name))
    .map((name) => {
      const lines = readFileSync(path.join(projectFolder, name), 'utf8').split('\n');
      return [name, lines.filter((line) => !comment.test(line)).join('\n')] as const;
    }),
);

const dense = { 'src/features/studio': 'denser than the shop' };

const one = [
  {
    fact: 'the brand',
    home: 'src/brand',
    words: new RegExp(
      [
        company.brand,
        company.legalName,
        'designed in britain',
        'rule breakers',
        'knitwear and eyewear',
        ...Object.values(colours),
      ].join('|'),
      'i',
    ),
    elsewhere: {
      bench: 'addresses and temporary folders of this project',
      harness: 'keys and temporary folders of this project',
      local: 'accounts, addresses and temporary folders of this project',
      'src/features/listing/listing.css': 'the swatches of the colour filter',
    } as Record<string, string>,
  },
  {
    fact: 'a period of returns',
    home: 'src/domain/basics/return-periods.ts',
    words: new RegExp(`\\b${CANCELLATION_DAYS} days\\b|\\b${RETURN_DAYS} days of delivery\\b`, 'i'),
    elsewhere: {} as Record<string, string>,
  },
  {
    fact: 'a size of type',
    home: 'src/styles/tokens.css',
    words: /\bfont-size: (?!0;|inherit|var\(--text-)|--text-[a-z]+: [\d.c]|\btext-\[\D*\d/,
    elsewhere: { ...dense, 'src/ui/paper': 'points on paper' } as Record<string, string>,
  },
  {
    fact: 'a space',
    home: 'src/styles/tokens.css',
    words:
      /--spacing-[a-z]+: [\dc]|^\s*(?:gap|row-gap|column-gap|margin[-a-z]*|padding[-a-z]*):[^;]*?(?<![\d.])(?!(?:0\.25|0\.5|0\.75|1|1\.5|2|3|4|6)rem)[\d.]+rem|["'`\s:]-?(?:[pm][xytrbl]?|gap(?:-[xy])?|space-y)-(?!(?:[0123468]|12|16|24)[\s"'`$])(?:\d|\[(?!\d+%))/m,
    elsewhere: { ...dense, 'local/mailbox': 'developers’ own' } as Record<string, string>,
  },
];

const within = (name: string, place: string) => name === place || name.startsWith(`${place}/`);

describe.each(one)('$fact is written in $home', ({ home, words, elsewhere }) => {
  const found = Array.from(sources).flatMap(([name, text]) => (words.test(text) ? [name] : []));

  test('elsewhere only with a reason', () => {
    const places = Object.keys(elsewhere);
    const isKnown = (name: string) => [home, ...places].some((place) => within(name, place));
    expect(found.filter((name) => !isKnown(name))).toEqual([]);
    expect(places.filter((place) => !found.some((name) => within(name, place)))).toEqual([]);
  });
});

test('style sheets have the brand’s colours', () => {
  const css = sources.get('src/brand/colours.css') ?? '';
  expect(Array.from(css.matchAll(/#\w{6}/g), ([hex]) => hex)).toEqual(Object.values(colours));
});
