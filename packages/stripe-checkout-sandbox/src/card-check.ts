/** Strips spaces and dashes from a card number; null when it contains anything but digits. */
export function cardDigits(typed: string): string | null {
  const digits = typed.replaceAll(/[\s-]/g, '');
  return /^\d+$/.test(digits) ? digits : null;
}

/** The Luhn checksum (ISO/IEC 7812-1), over 12 to 19 digits. */
export function isCardNumber(digits: string): boolean {
  if (digits.length < 12 || digits.length > 19) return false;
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Parses `MM/YY` or `MM / YYYY` into month and full year; null when invalid. */
export function readExpiry(typed: string): { month: number; year: number } | null {
  const match = /^(\d{1,2})\s*\/?\s*(\d{2}|\d{4})$/.exec(typed.trim());
  const month = Number(match?.[1]);
  const year = Number(match?.[2]);
  if (!match || month < 1 || month > 12) return null;
  return { month, year: year < 100 ? 2000 + year : year };
}

/** Whether a card has expired: it is valid through its month of expiry. `now` in seconds. */
export function hasExpired(expiry: { month: number; year: number }, now: number): boolean {
  const today = new Date(now * 1000);
  const months = expiry.year * 12 + expiry.month;
  return months < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1;
}
