import { fromMarkdown } from 'mdast-util-from-markdown';
import { cutText } from '../cut-text.ts';
import { isSafeLink } from '../safe-link.ts';

/** The used fields of a Markdown node: https://github.com/syntax-tree/mdast. */
interface Part {
  type: string;
  url?: string;
  value?: string;
  depth?: number;
  children?: readonly Part[];
  position?:
    | {
        start: { line: number; offset?: number | undefined };
        end: { offset?: number | undefined };
      }
    | undefined;
}

function faultOf(part: Part): string | null {
  switch (part.type) {
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
    case 'link':
    case 'definition':
      return isSafeLink(part.url ?? '', true)
        ? null
        : `The link to “${part.url ?? ''}” needs a path of this shop like /cart, or an address that begins with https://.`;
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
 * Why a Markdown text (CommonMark) cannot be published; null if it can. Raw HTML, pictures, code and
 * unsafe links are rejected rather than dropped unnoticed.
 */
export function markdownFault(text: string): string | null {
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
