/** Named entities, each followed by its sign. */
const signs = (
  'amp & lt < gt > quot " apos \' ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ laquo « raquo » ' +
  'hellip … bull • middot · times × divide ÷ deg ° frac12 ½ frac14 ¼ frac34 ¾ plusmn ± sup2 ² sup3 ³ prime ′ ' +
  'Prime ″ copy © reg ® trade ™ pound £ euro € yen ¥ cent ¢ sect § szlig ß aelig æ AElig Æ oelig œ OElig Œ ' +
  'oslash ø Oslash Ø rarr → larr ← hearts ♥ check ✓ iexcl ¡ iquest ¿'
).matchAll(/(\S+) (\S)/g);

const named = new Map([
  ...Array.from(signs, ([, name = '', sign = '']) => [name, sign] as const),
  ...['nbsp', 'ensp', 'emsp', 'thinsp'].map((name) => [name, ' '] as const),
  ...['shy', 'zwj', 'zwnj'].map((name) => [name, ''] as const),
]);

/** Combining marks by the end of a letter's name: `eacute` is e with an acute. */
const marks = new Map(
  'grave\u0300 acute\u0301 circ\u0302 tilde\u0303 uml\u0308 ring\u030A caron\u030C cedil\u0327'
    .split(' ')
    .map((pair) => [pair.slice(0, -1), pair.slice(-1)]),
);

function ofNumber(code: number): string | undefined {
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}

function ofName(name: string): string | undefined {
  const mark = marks.get(name.slice(1));
  return named.get(name) ?? (mark && `${name.slice(0, 1)}${mark}`.normalize('NFC'));
}

/** Decodes numeric entities, and the named ones of European texts; unknown ones stay. */
export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]\w{1,7}));/gi,
    (whole, hex?: string, decimal?: string, name = '') => {
      if (hex !== undefined) return ofNumber(Number.parseInt(hex, 16)) ?? whole;
      return (decimal === undefined ? ofName(name) : ofNumber(Number(decimal))) ?? whole;
    },
  );
}
