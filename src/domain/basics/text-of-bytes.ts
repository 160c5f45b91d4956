/** A file's text and its encoding. */
export interface EncodedText {
  text: string;
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
}

/** UTF-16 English without a byte order mark has a zero in every other byte. */
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
 * Decodes a text file saved by a spreadsheet program: UTF-8, UTF-16, or else Windows-1252, which older
 * programs save without naming an encoding. The byte order mark is removed.
 * @returns `undefined` if it is not text.
 */
export function textOfBytes(bytes: Uint8Array): EncodedText | undefined {
  const wide = utf16Of(bytes);
  if (!wide && bytes.includes(0)) return undefined;
  const encoding = wide ?? 'utf-8';
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    if (wide) return undefined;
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}
