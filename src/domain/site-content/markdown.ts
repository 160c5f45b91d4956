import { fromMarkdown } from 'mdast-util-from-markdown';
import { cutText } from '../basics/cut-text.ts';
import { isSafeLink } from '../basics/safe-link.ts';

/** The used fields of a Markdown node: https://github.com/syntax-tree/mdast. */
interface Part {
  type: string;
  url?: string;
  value?: string;
  depth?: number;
  /** Label of a reference or a definition. */
  identifier?: string;
  children?: readonly Part[];
  position?:
    | {
        start: { line: number; offset?: number | undefined };
        end: { offset?: number | undefined };
      }
    | undefined;
}

/** Characters without one of which no fault is possible. */
const MAY_FAIL = /[<`[|~#=]| {4}|\t/;

/** A line below a table's head: hyphens between bars. */
const TABLE_RULE = /^(?=.*\|)(?=.*-)[ \t|:-]+$/m;

const FOOTNOTE = 'A footnote would not be shown. Put its text into brackets.';

/** Markdown of other programs (GitHub's, above all), which CommonMark shows as it was typed. */
const UNKNOWN: readonly [pattern: RegExp, message: string][] = [
  [TABLE_RULE, 'A table would not be shown. Write a list: “- Small: 54 to 56 cm”.'],
  [/~~[^\s~][^~]*~~/, 'Crossed-out text (~~) would not be shown. Leave it out.'],
  [/\[\^[^\]\s]+\]/, FOOTNOTE],
  [/^\[[ x]\](?=\s|$)/i, 'A list of boxes to tick would not be shown. Leave out the [ ].'],
  [/^#{2,6}[^#\s]/m, 'A heading needs a space after ##.'],
];

function linkFault({ url = '' }: Part): string | null {
  return isSafeLink(url, true)
    ? null
    : `The link to “${url}” needs a path of this shop like /cart, or an address that begins with https://.`;
}

function faultOf(part: Part): string | null {
  switch (part.type) {
    case 'text':
      return UNKNOWN.find(([pattern]) => pattern.test(part.value ?? ''))?.[1] ?? null;
    case 'html':
      return `HTML like “${cutText(part.value ?? '', 40)}” would not be shown. Leave it out.`;
    case 'image':
    case 'imageReference':
      return 'Pictures cannot stand in this text.';
    case 'heading':
      // The page has its own first-level heading.
      return part.depth === 1 ? 'A heading begins with ## or ###.' : null;
    case 'code':
      return 'A line that begins with four spaces or ``` is shown as code. Take these away.';
    case 'linkReference':
    case 'definition':
      if (part.identifier?.startsWith('^')) return FOOTNOTE;
      return part.type === 'definition' ? linkFault(part) : null;
    case 'link':
      return linkFault(part);
    default:
      return null;
  }
}

function* faultsIn(part: Part): Generator<string> {
  const fault = faultOf(part);
  if (fault !== null) yield `Line ${part.position?.start.line ?? 1}: ${fault}`;
  for (const child of part.children ?? []) yield* faultsIn(child);
}

/**
 * Why a Markdown text (CommonMark) cannot be published; null if it can. Raw HTML, pictures, code, unsafe links and the
 * Markdown that only other programs know are rejected rather than dropped or shown as typed.
 */
export function markdownFault(text: string): string | null {
  // Parsing takes a while in a file of 10,000 products.
  if (!MAY_FAIL.test(text)) return null;
  return faultsIn(fromMarkdown(text)).next().value ?? null;
}

function* refusedIn(part: Part): Generator<Part> {
  if (faultOf(part) !== null) yield part;
  else for (const child of part.children ?? []) yield* refusedIn(child);
}

/** A Markdown text without the parts that `markdownFault` rejects, for previews of unfinished texts. */
export function withoutRefused(text: string): string {
  const refused = [...refusedIn(fromMarkdown(text))].toReversed();
  return refused.reduce((rest, { position }) => {
    const { start, end } = position ?? {};
    return rest.slice(0, start?.offset) + rest.slice(end?.offset ?? rest.length);
  }, text);
}
