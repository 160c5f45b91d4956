import { fromMarkdown } from 'mdast-util-from-markdown';
import { isSafeLink } from '#domain/safe-link.ts';

/** A piece of a line: plain, or one of the others. */
export interface Run {
  text: string;
  look: 'plain' | 'strong' | 'em' | 'link';
  /** Of a link, in full. */
  href?: string;
}

/** A part of an e-mail's text, from top to bottom. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'bullets' | 'numbers'; items: Run[][] };

/** What is looked at of a part of a text: the shape of https://github.com/syntax-tree/mdast. */
interface Part {
  type: string;
  url?: string;
  value?: string;
  ordered?: boolean | null | undefined;
  children?: readonly Part[];
  position?:
    | { start: { offset?: number | undefined }; end: { offset?: number | undefined } }
    | undefined;
}

/** As it was written. */
function sourceOf({ position }: Part, markdown: string): string {
  return markdown.slice(position?.start.offset, position?.end.offset);
}

interface Writing {
  markdown: string;
  shop: string;
}

function runsOf(parts: readonly Part[], writing: Writing, look: Run['look'] = 'plain'): Run[] {
  return parts.flatMap((part): Run[] => {
    const { type, url = '', children = [] } = part;
    if (type === 'text') return [{ look, text: part.value ?? '' }];
    if (type === 'break') return [{ look: 'plain', text: '\n' }];
    if (type === 'strong' || type === 'emphasis') {
      return runsOf(children, writing, type === 'strong' ? 'strong' : 'em');
    }
    if (type === 'link' && isSafeLink(url)) {
      const href = url.startsWith('/') ? writing.shop + url : url;
      return [{ look: 'link', text: textOf(runsOf(children, writing)), href }];
    }
    // Pictures, HTML, unsafe links and all else stand there as they were written.
    return [{ look, text: sourceOf(part, writing.markdown) }];
  });
}

/** An item's own lines; a list within it is told in lines as they were written. */
function itemOf({ children = [] }: Part, writing: Writing): Run[] {
  return children.flatMap((part, place) => [
    ...(place > 0 ? [{ look: 'plain' as const, text: '\n' }] : []),
    ...runsOf(part.type === 'paragraph' ? (part.children ?? []) : [part], writing),
  ]);
}

function blockOf(part: Part, writing: Writing): Block[] {
  const { type, children = [] } = part;
  switch (type) {
    case 'thematicBreak':
      return [];
    case 'heading':
      return [{ kind: 'heading', text: textOf(runsOf(children, writing)) }];
    case 'list': {
      const items = children.map((item) => itemOf(item, writing));
      return [{ kind: part.ordered ? 'numbers' : 'bullets', items }];
    }
    case 'paragraph':
      return [{ kind: 'paragraph', runs: runsOf(children, writing) }];
    default:
      return [{ kind: 'paragraph', runs: runsOf([part], writing) }];
  }
}

/**
 * The parts of a text in Markdown (CommonMark): paragraphs, headings, lists, bold, italic and links to the shop or to https
 * addresses. Anything else, HTML above all, is a text like any other; a line break is one.
 * @param shop where the shop is, before paths of its own.
 */
export function blocksOf(markdown: string, shop: string): Block[] {
  const writing = { markdown, shop };
  const root: Part = fromMarkdown(markdown);
  return (root.children ?? []).flatMap((part) => blockOf(part, writing));
}

function textOf(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('');
}

function lineOf(runs: readonly Run[]): string {
  return runs
    .map(({ text, href }) => (href === undefined || href === text ? text : `${text} (${href})`))
    .join('');
}

/** The same for programs that show no HTML. */
export function plainTextOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'heading') return block.text;
      if (block.kind === 'paragraph') return lineOf(block.runs);
      return block.items
        .map((runs, place) => `${block.kind === 'numbers' ? `${place + 1}.` : '-'} ${lineOf(runs)}`)
        .join('\n');
    })
    .join('\n\n');
}
