import { textOfBytes } from '#domain/basics/text-of-bytes.ts';

/** The text of a CSV file, and a note for the person on how it was read. */
export interface DecodedText {
  text: string;
  notes: string[];
}

/**
 * Decodes a file's text. If its encoding had to be guessed, the person is asked to check the letters.
 * @returns `undefined` if it is not text.
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const found = textOfBytes(bytes);
  if (!found) return undefined;
  const { text, encoding } = found;
  if (encoding !== 'windows-1252') return { text, notes: [] };
  const signs = [...new Set(text.match(/\P{ASCII}/gu))].toSorted().slice(0, 8).join(' ');
  return {
    text,
    notes: [
      `The file is not in UTF-8; it was read as Windows-1252. Check these letters in the preview: ${signs}`,
    ],
  };
}
