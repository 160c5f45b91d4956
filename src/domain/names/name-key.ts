/** Characters that are not seen: Default_Ignorable_Code_Point, and control characters but white space. */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\0-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu;
const BLANKS = /[\t-\r\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+/g;
const DASHES =
  /[-\u02D7\u058A\u05BE\u2010-\u2015\u2043\u2053\u2212\u2E17\u2E1A\u2E3A\u2E3B\u301C\u3030]+/g;
/** Before NFKD, which makes a blank and an accent of some. */
const APOSTROPHES =
  /[`\u00B4\u02B9\u02BB-\u02BD\u02C8\u02CA\u02CB\u055A\u05F3\u2018-\u201B\u2032\u2035\uA78B\uA78C\uFF07\uFF40]/g;
const QUOTES = /["\u02BA\u05F4\u201C-\u201F\u2033\u2036\uFF02]/g;

/**
 * Key for comparing names. Spellings that look alike have the same key: it ignores case, Unicode normalisation (é),
 * invisible characters, and the kinds of blanks, dashes, quotation marks and apostrophes, and how many there are.
 * `public.name_key` in the database.
 */
export function nameKey(name: string): string {
  return name
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(QUOTES, "''")
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(UNSEEN, '')
    .replaceAll(BLANKS, ' ')
    .replaceAll(DASHES, '-')
    .replaceAll(/[\u2044\u2215]/g, '/')
    .replaceAll('ς', 'σ')
    .replaceAll('ı', 'i')
    .replaceAll('i\u0307', 'i')
    .replaceAll('ß', 'ss')
    .replaceAll(/^ | $/g, '');
}
