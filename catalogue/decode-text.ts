/** The text of a CSV file, and what to tell the person about how it was read. */
export interface DecodedText {
  text: string;
  notes: string[];
}

function decodes(bytes: Uint8Array, encoding: string, fatal: boolean): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** UTF-16 without a mark has a zero in every other byte of what is plain English. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 200);
  const zeros = (odd: 0 | 1) =>
    start.filter((byte, index) => byte === 0 && index % 2 === odd).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (odd > start.length / 4 && even === 0) return 'utf-16le';
  if (even > start.length / 4 && odd === 0) return 'utf-16be';
  return undefined;
}

/**
 * Decodes a file's text: UTF-8, UTF-16, or else Windows-1252, which older spreadsheet programs save
 * and which names no encoding, so that the person is asked to look at the letters.
 * @returns `undefined` for what is not text at all.
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const wide = utf16Of(bytes);
  if (wide) {
    const text = decodes(bytes, wide, true);
    return text === undefined ? undefined : { text, notes: [] };
  }
  if (bytes.includes(0)) return undefined;
  const text = decodes(bytes, 'utf-8', true);
  if (text !== undefined) return { text, notes: [] };
  const old = decodes(bytes, 'windows-1252', false) ?? '';
  const signs = [...new Set(old.match(/\P{ASCII}/gu))].toSorted().slice(0, 8).join(' ');
  return {
    text: old,
    notes: [
      `The file is not in UTF-8; it was read as Windows-1252. Check these letters in the preview: ${signs}`,
    ],
  };
}
