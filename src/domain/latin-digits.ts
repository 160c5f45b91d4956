const DIGIT = /\p{Nd}/u;

/** Unicode has each script's digits in a row, from zero. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

/**
 * A text whose digits are 0 to 9, whatever script they were typed in: `٠٢٠` and `０２０` become `020`, and wide letters and
 * signs the usual ones. All else stays; NFKC would make `31⁄2` of `3½`.
 */
export function latinDigits(text: string): string {
  return text
    .replaceAll(/[\u3000\uFF01-\uFF5E]|[\u{1D7CE}-\u{1D7FF}]/gu, (wide) => wide.normalize('NFKC'))
    .replaceAll(/[^\P{Nd}0-9]/gu, (digit) => String(valueOf(digit)));
}
