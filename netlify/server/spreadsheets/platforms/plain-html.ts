import { decodeEntities } from './decode-entities.ts';

/** Comments, and elements whose content is not seen. */
const UNSEEN =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|template|iframe|object|noscript|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;

const TAG = /<(\/?)([a-z][a-z\d]*)(?:"[^"]*"|'[^']*'|[^'">])*>/gi;

const blocks = new Set(
  (
    'address article aside blockquote center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 ' +
    'h6 header hr main nav ol p pre section table ul'
  ).split(' '),
);

/** Ends of paragraphs and of lines, of which several together count once. */
const PARAGRAPH = '\u2029';
const LINE = '\u2028';

/** Follows the sign of a list's item; white space after it does not count. */
const AFTER_SIGN = '\uE000';

/** Replaces each tag by the break or sign that it stands for. */
function tagReader() {
  /** Numbers of the open lists' items; null for lists without numbers. */
  const lists: (number | null)[] = [];
  let items = 0;
  let cells = 0;
  return (end: boolean, name: string): string => {
    if (name === 'br') return '\n';
    if (name === 'ul' || name === 'ol') {
      if (end) lists.pop();
      else lists.push(name === 'ol' ? 0 : null);
    }
    if (name === 'li') {
      items = Math.max(0, items + (end ? -1 : 1));
      if (end) return LINE;
      const number = lists.pop() ?? null;
      lists.push(number === null ? null : number + 1);
      return `${LINE}${number === null ? '-' : `${number + 1}.`}${AFTER_SIGN}`;
    }
    if (name === 'tr') {
      cells = 0;
      return LINE;
    }
    if (name === 'td' || name === 'th') {
      if (end) return ' ';
      cells += 1;
      return cells > 1 ? ': ' : '';
    }
    // A paragraph in an item makes no paragraph of its own.
    return blocks.has(name) ? (items > 0 ? LINE : PARAGRAPH) : '';
  };
}

/**
 * The text of an HTML description, without tags: paragraphs separated by an empty line, items of lists by `-` or
 * their number, rows of tables on a line each.
 * @param keepsBreaks whether line breaks in the source count, as in WordPress and in a text without any tag.
 */
export function plainHtml(html: string, keepsBreaks = !/<\w/.test(html)): string {
  const read = tagReader();
  const flat = html
    .replaceAll(UNSEEN, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\s+/g, (space) => (keepsBreaks && space.includes('\n') ? space : ' '))
    .replaceAll(TAG, (_tag, slash: string, name: string) => read(slash !== '', name.toLowerCase()));
  return decodeEntities(flat)
    .replaceAll(/[ \t]*\uE000\s*/g, ' ')
    .replaceAll(/ +: /g, ': ')
    .replaceAll(/[ \t\n\u2028\u2029]*[\n\u2028\u2029][ \t\n\u2028\u2029]*/g, (gap) =>
      gap.includes(PARAGRAPH) || gap.split('\n').length > 2 ? '\n\n' : '\n',
    )
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}
