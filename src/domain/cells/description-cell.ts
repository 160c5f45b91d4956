import { markdownFault } from '../site-content/markdown.ts';
import { words } from './catalogue-cells.ts';

/** A description, in Markdown. */
export function description(max: number) {
  return words(max).superRefine((text, context) => {
    const message = markdownFault(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
}
