/**
 * Wordings that a reader has to decode, in comments, Markdown, titles of tests and shown sentences. CONTRIBUTING.md says
 * what to write instead.
 */

/** A text that people read. */
export interface Passage {
  line: number;
  text: string;
  /** Headings, rows of tables and sentences on a screen may open with any word but a pronoun. */
  kind: 'prose' | 'label' | 'title' | 'message';
}

type Faults = readonly (readonly [RegExp, string])[];

/** Words that show that a pronoun's noun is missing: "the same of the server", not "the same order". */
const nounless =
  '(?=[.,:;]|$| (?:of|that|which|who|as|in|for|with|without|to|on|once|under|from|by|at|but|and|or|if|when' +
  '|after|before|again|applies|is|are|was|were|has|have|had|will|can|may|must|would|does)\\b)';

const possessives: Faults = [[/^(?:its|theirs?|those|that of)\b/i, 'name whose it is']];
const fragments: Faults = [
  [new RegExp(`^(?:the same|one|these|both)${nounless}`, 'i'), 'add the noun'],
  [/^(?:it|they)\b/i, 'name the subject'],
];
/** A question may open with a question word. */
const openings: Faults = [
  [
    /^(?:what|who|whose|where|which|how (?:much|many|long|often|far))\b(?!.*\?)/i,
    'open with a noun phrase or a verb',
  ],
  [/^of\b(?! course\b)/i, 'open with the noun that "of" belongs to'],
  ...possessives,
  ...fragments,
];
const wordings: Faults = [
  [/\banew\b/i, 'write "again" for "anew"'],
  [/\bwhoever\b/i, 'name the person instead of "whoever"'],
  [/, too(?=[.,;:)]|$)/i, 'write "also" for ", too"'],
  [
    /(?<!\bthere )\b(?:is|are) no (?!(?:longer|more|less|one|further|earlier|later|other)\b)\p{L}/iu,
    'write "is not a" for "is no"',
  ],
  [
    /\bstand(?:s|ing)?\b(?!-| still\b| in (?:for|line)\b)/i,
    'write "is", "means" or "replaces" for "stands"',
  ],
  [/\btells\b(?! (?:us|you|them)\b)/i, 'write "shows", "reports" or "distinguishes" for "tells"'],
  [
    /\b(?:comes?|came) to\b(?! (?:rest|an end|the|this|your|our)\b)/i,
    'write "equals" or "totals" for "comes to"',
  ],
];

const faultsByKind: Readonly<Record<Passage['kind'], Faults>> = {
  prose: [...openings, ...wordings],
  label: wordings,
  title: [
    ...openings,
    [/^(?:and|but|or|nor|also)\b/i, 'a title is read alone: repeat its subject'],
    ...wordings,
  ],
  message: [...possessives, ...wordings],
};

/** Strings come first, so that the `//` of an address opens no comment. */
const scripts =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`|(?<=^|[\s({,;])\/\*\*?(?<block>\s[^]*?)\*\/|(?<=^|[\s({,;])(?<lines>\/\/.*(?:\n[ \t]*\/\/.*)*)/gm;
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

/** Code before the string that names a test: `test('…'`, `test.each([…])('…'`. */
const opensTest = /(?:\b(?:test|it|describe)(?:\.\w+)?|\))\(\s*$/;
const isTest = /\.(?:test|spec)\.tsx?$/;

/** Kind of a string that people read; undefined for others. */
function kindOf(name: string, text: string, before: string): 'title' | 'message' | undefined {
  if (!isTest.test(name))
    return /^(?:\p{Lu}|“|\$\{).* .*[.!?]$/su.test(text) ? 'message' : undefined;
  return opensTest.test(before) && text.includes(' ') ? 'title' : undefined;
}

/** Comments, each parameter and return value of a docstring apart; titles of tests, and sentences in strings. */
function scripted(name: string, source: string, pattern: RegExp): Passage[] {
  return [...source.matchAll(pattern)].flatMap(({ 0: whole, index, groups }): Passage[] => {
    const text = groups?.['block'] ?? groups?.['lines'] ?? groups?.['text'];
    if (text === undefined) {
      const string = whole.slice(1, -1).replaceAll(/\\(.)/g, '$1');
      const kind = kindOf(name, string, source.slice(Math.max(0, index - 40), index));
      return kind && pattern === scripts
        ? [{ line: lineAt(source, index), text: string, kind }]
        : [];
    }
    const start = index + whole.indexOf(text);
    return [...text.matchAll(/[^]+?(?=@(?:param|returns|throws)\b|$(?![^]))/g)].map((part) => ({
      line: lineAt(source, start + part.index + part[0].search(/[^\s/*-]/)),
      text: part[0].replace(/^@(?:param \S+|\w+)/, '').replaceAll(/^[\s/*-]+/gm, ' '),
      kind: 'prose',
    }));
  });
}

/** Sentences between tags. */
function marked(source: string): Passage[] {
  return [...source.matchAll(/(?<=[^=]>)[^<>{}]*\.\s*(?=<|\{(?!\/))/g)].map(
    ({ 0: text, index }) => ({
      line: lineAt(source, index + text.search(/\S/)),
      text,
      kind: 'message',
    }),
  );
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
      const kind = /^[#|]/.test(text) ? 'label' : 'prose';
      found.push({ line: index + 1, text: text.replace(/^(?:[-*#|]|\d+\.)+\s*/, ''), kind });
      open = kind === 'prose';
    }
  }
  return found;
}

/** Texts that people read in a file: comments or paragraphs, titles of tests, sentences in strings and markup. */
export function passagesOf(name: string, source: string): Passage[] {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const pattern = commentsByEnding[ending];
  if (!pattern) return paragraphs(source);
  const hasMarkup = /^(?:tsx|astro)$/.test(ending) && !isTest.test(name);
  return [...scripted(name, source, pattern), ...(hasMarkup ? marked(source) : [])];
}

/** Faults of a file, each with its line, the advice and the words found. */
export function proseFaults(name: string, source: string): string[] {
  return passagesOf(name, source).flatMap(({ line, text, kind }) => {
    // Code and quotations are not our sentences.
    const prose = text
      .replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”/g, '…')
      .replaceAll(/\s+/g, ' ')
      .trim();
    return faultsByKind[kind].flatMap(([fault, advice]) => {
      const at = fault.exec(prose)?.index;
      return at === undefined
        ? []
        : [`${line}: ${kind}: ${advice}: ${prose.slice(Math.max(0, at - 40), at + 100)}`];
    });
  });
}
