import { parseFragment } from 'parse5';

/** A text with all of HTML's entities decoded, numbered and named, plain blanks for others, and its tags as they are. */
export function decodeEntities(text: string): string {
  const decoded = text.replaceAll(
    /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi,
    (entity) => {
      const [node] = parseFragment(entity).childNodes;
      return node && 'value' in node ? node.value : entity;
    },
  );
  return decoded.replaceAll(/[\u00A0\u2000-\u200A\u202F]/g, ' ').replaceAll('\u00AD', '');
}

/** A text of one line from another platform, which writes `&` as `&amp;` in some fields and exports. */
export function decodedLine(text: string): string {
  return decodeEntities(text).replaceAll(/\s+/g, ' ').trim();
}
