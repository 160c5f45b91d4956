import { isUtf8 } from 'node:buffer';
import type { Mistake } from './mistake.ts';

const advice =
  'In Excel, choose “CSV UTF-8 (Comma delimited)” when you save; other programs offer “UTF-8” as the encoding.';

/** The first line that is not valid UTF-8, counted from 1. */
function firstBrokenLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const found = bytes.indexOf(0x0a, start);
    const end = found === -1 ? bytes.length : found;
    if (!isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
  return line;
}

/** Decodes a file's UTF-8 text, or says why it cannot be read. */
export function textOf(bytes: Buffer): { text: string } | { mistake: Mistake } {
  const wide = bytes.length > 1 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE(0));
  if (wide || bytes.includes(0)) {
    const message = `The file is not in UTF-8 (it looks like UTF-16, or is not text at all). ${advice}`;
    return { mistake: { place: null, column: null, message } };
  }
  if (!isUtf8(bytes)) {
    const place = `line ${firstBrokenLine(bytes)}`;
    const message = `The file is not in UTF-8, so its letters cannot be read reliably. ${advice}`;
    return { mistake: { place, column: null, message } };
  }
  return { text: bytes.toString('utf8').replace(/^\uFEFF/, '') };
}
