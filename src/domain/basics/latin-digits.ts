const DIGIT = /\p{Nd}/u;

/** Unicode has each script's digits in sequence, from zero. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

/**
 * A text with all digits as 0 to 9, from any script: `٠٢٠` and `０２０` become `020`; full-width letters
 * and signs become regular ones. Everything else stays; NFKC would turn `3½` into `31⁄2`.
 */
export function latinDigits(text: string): string {
  return text
    .replaceAll(/[\u3000\uFF01-\uFF5E]|[\u{1D7CE}-\u{1D7FF}]/gu, (wide) => wide.normalize('NFKC'))
    .replaceAll(/[^\P{Nd}0-9]/gu, (digit) => String(valueOf(digit)));
}
