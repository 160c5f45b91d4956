/** Facts that replace the placeholders of a message. */
export interface MessageFacts {
  /** The shopper's full name. */
  name: string;
  /** The order's number, or the reference of a payment without one. */
  order: string;
}

/** Placeholders of message templates, with the text that replaces each. */
export const messagePlaceholders: Readonly<Record<string, (facts: MessageFacts) => string>> = {
  '{first name}': ({ name }) => name.trim().split(/\s+/)[0] ?? '',
  '{order number}': ({ order }) => order,
};

const inBraces = /\{[^{}\n]*\}/g;

/** Fills a template's placeholders in. Anything else in braces stays. */
export function filledIn(text: string, facts: MessageFacts): string {
  return text.replaceAll(inBraces, (found) => messagePlaceholders[found]?.(facts) ?? found);
}

/** Text in braces that is not a placeholder, such as a misspelt one. */
export function unknownPlaceholders(text: string): string[] {
  return (text.match(inBraces) ?? []).filter((found) => !Object.hasOwn(messagePlaceholders, found));
}

/** Placeholders that were not filled in, and other text in braces. */
export function openPlaceholders(text: string): string[] {
  return text.match(inBraces) ?? [];
}
