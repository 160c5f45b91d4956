/** Accents of Latin, Greek, Cyrillic, Hebrew and Arabic; other scripts need their marks to be read. */
const ACCENTS =
  // oxlint-disable-next-line no-misleading-character-class
  /[\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20F0\uFE20-\uFE2F]/g;

/** Latin letters that Unicode does not decompose, each before its plain letters. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  ə: 'e',
  ƒ: 'f',
  ɓ: 'b',
  ɖ: 'd',
  ɗ: 'd',
  ɛ: 'e',
  ɔ: 'o',
  ɨ: 'i',
  ʉ: 'u',
  ƙ: 'k',
  ƴ: 'y',
  ƶ: 'z',
  ς: 'σ',
};

const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/**
 * A text in small letters without accents, as people type it on another keyboard: `Æbelø` becomes `aebelo`.
 * `public.plain_letters` in the database.
 */
export function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(ACCENTS, '')
    .replaceAll(SPECIAL, (letter) => PLAIN[letter] ?? letter);
}
