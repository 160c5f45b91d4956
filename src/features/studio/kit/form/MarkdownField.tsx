import type { ClipboardEvent, ComponentProps } from 'react';
import { useDeadLinks, warningsOf } from '../use-dead-links.ts';
import { pastedHtml } from './pasted-html.ts';
import { TextField } from './TextField.tsx';

/** Markdown in one line, for people new to it. */
const HINT = (
  <>
    An empty line starts a paragraph. <code>## Heading</code>, <code>- item</code>,{' '}
    <code>**bold**</code>, <code>[text](/path or https://…)</code>
  </>
);

/** Inserts at the cursor, so that Undo takes it back. */
function insert(text: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else keeps the browser's Undo
  document.execCommand('insertText', false, text);
}

/** Pastes formatted text as Markdown. */
async function paste(event: ClipboardEvent<HTMLElement>): Promise<void> {
  const html = pastedHtml(event.clipboardData);
  if (html === null) return;
  event.preventDefault();
  const text = event.clipboardData.getData('text/plain');
  try {
    const { markdownOfHtml } = await import('#domain/site-content/markdown-of-html.ts');
    insert(markdownOfHtml(html, { lineBreak: '\\\n' }));
  } catch {
    insert(text);
  }
}

interface Props extends Omit<ComponentProps<typeof TextField>, 'onPaste' | 'warning'> {
  rows: number;
  warning?: string | undefined;
  /** Whether the marks are explained; once in a list of fields. */
  isHinted?: boolean;
}

/**
 * A text of several lines in Markdown, with a hint to its marks and a warning of dead links. Formatted text is pasted as
 * Markdown.
 */
export function MarkdownField({ hint, isHinted = true, warning, ...field }: Props) {
  const dead = useDeadLinks({ text: field.value });
  return (
    <TextField
      {...field}
      warning={warningsOf(dead, warning)}
      hint={
        isHinted ? (
          <>
            {HINT}
            {hint}
          </>
        ) : (
          hint
        )
      }
      onPaste={(event) => void paste(event)}
    />
  );
}
