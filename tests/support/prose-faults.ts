/** Wordings in comments and Markdown that a reader has to decode; CONTRIBUTING.md says what to write. */

interface Passage {
  line: number;
  text: string;
  /** A heading or a row of a table may open as it likes. */
  label?: boolean;
}

/** Advice by the pattern that calls for it. A question may open with a question word. */
const openings: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:what|who|whose|where|which|how (?:much|many|long|often|far))\b(?!.*\?)/i,
    'open with a noun phrase or a verb',
  ],
  [/^of\b(?! course\b)/i, 'open with the noun that "of" belongs to'],
];
const wordings: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, 'write "again" for "anew"'],
  [/\bwhoever\b/i, 'name the person instead of "whoever"'],
  [/, too(?=[.,;:)]|$)/i, 'write "also" for ", too"'],
  [
    /(?<!\bthere )\b(?:is|are) no (?!(?:longer|more|less|one|further|earlier|later|other)\b)\p{L}/iu,
    'write "is not a" for "is no"',
  ],
];

/** Strings come first, so that the `//` of an address opens no comment. */
const scripts =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<=^|[\s({,;])\/\*\*?(?<block>\s[^]*?)\*\/|(?<=^|[\s({,;])(?<lines>\/\/.*(?:\n[ \t]*\/\/.*)*)/gm;
const styles = /"[^"\n]*"|'[^'\n]*'|\/\*(?<block>[^]*?)\*\//g;
/** The text of `comment on … is '…'` counts as a comment. */
const schemas =
  /\bcomment on [^;']*?\bis\s+'(?<text>(?:[^']|'')*)'|'(?:[^']|'')*'|(?<lines>--.*(?:\n[ \t]*--.*)*)/gi;

const commentsByEnding: Readonly<Record<string, RegExp>> = {
  ts: scripts,
  tsx: scripts,
  js: scripts,
  mjs: scripts,
  astro: scripts,
  css: styles,
  sql: schemas,
};

export const proseEndings: readonly string[] = [...Object.keys(commentsByEnding), 'md'];

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}

/** Comments, each parameter and return value of a docstring apart. */
function comments(source: string, pattern: RegExp): Passage[] {
  return [...source.matchAll(pattern)].flatMap(({ 0: whole, index, groups }) => {
    const text = groups?.['block'] ?? groups?.['lines'] ?? groups?.['text'];
    if (text === undefined) return [];
    const start = index + whole.indexOf(text);
    return [...text.matchAll(/[^]+?(?=@(?:param|returns|throws)\b|$(?![^]))/g)].map((part) => ({
      line: lineAt(source, start + part.index + part[0].search(/[^\s/*-]/)),
      text: part[0].replace(/^@(?:param \S+|\w+)/, '').replaceAll(/^[\s/*-]+/gm, ' '),
    }));
  });
}

/** Paragraphs, list items, headings and rows of tables, without blocks of code. */
function paragraphs(source: string): Passage[] {
  const found: Passage[] = [];
  let fenced = false;
  let open = false;
  for (const [index, written] of source.split('\n').entries()) {
    const text = written.trim();
    if (text.startsWith('```')) fenced = !fenced;
    const starts = /^(?:[-*#|]|\d+\.)/.test(text);
    const last = found.at(-1);
    if (fenced || text === '' || text.startsWith('```')) open = false;
    else if (open && !starts && last) last.text += ` ${text}`;
    else {
      const label = /^[#|]/.test(text);
      found.push({ line: index + 1, text: text.replace(/^(?:[-*#|]|\d+\.)+\s*/, ''), label });
      open = !label;
    }
  }
  return found;
}

/** Faults of a file, each with its line, the advice and the words found. */
export function proseFaults(ending: string, source: string): string[] {
  const pattern = commentsByEnding[ending];
  const passages = pattern ? comments(source, pattern) : paragraphs(source);
  return passages.flatMap(({ line, text, label }) => {
    // Code and quotations are not our sentences.
    const prose = text
      .replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”/g, '…')
      .replaceAll(/\s+/g, ' ')
      .trim();
    return [...(label ? [] : openings), ...wordings].flatMap(([fault, advice]) => {
      const at = fault.exec(prose)?.index;
      return at === undefined
        ? []
        : [`${line}: ${advice}: ${prose.slice(Math.max(0, at - 20), at + 60)}`];
    });
  });
}
