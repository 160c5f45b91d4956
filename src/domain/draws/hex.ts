/** Bytes of a hexadecimal text. @throws RangeError for another text. */
export function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[\da-f]{2})*$/i.test(hex)) throw new RangeError('Not hexadecimal');
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Bytes in hexadecimal, small letters. */
export function hexOfBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
