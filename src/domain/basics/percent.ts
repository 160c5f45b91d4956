/**
 * Parses a typed rate: "6", "17.5 %", "17,5".
 * @returns hundredths of a per cent, 1750 for 17.5 %; null for anything else, or more than 100 %.
 */
export function readPercent(text: string): number | null {
  const [, whole, decimals = ''] = /^\s*(\d{1,3})(?:[.,](\d{1,2}))?\s*%?\s*$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const basisPoints = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return basisPoints <= 10_000 ? basisPoints : null;
}

/** A rate in the format `readPercent` parses, without the sign: "17.5". */
export function percentText(basisPoints: number): string {
  return String(basisPoints / 100);
}
