/**
 * How far a device's clock is behind the server's, in milliseconds: 0 where they agree to within two seconds, since the
 * header is no more precise, or where the server did not say. An answer from a CDN's cache may carry the date at which it
 * was stored or that at which it was sent; the one nearer to the device's clock counts.
 * @param asked when the server was asked, on the device's clock.
 * @param answered when its answer came, on the same clock.
 * @param date the answer's header `Date`.
 * @param age its header `Age`, in seconds.
 */
export function clockOffset(
  asked: number,
  answered: number,
  date: string | null,
  age: string | null,
): number {
  const dated = Date.parse(date ?? '');
  if (Number.isNaN(dated)) return 0;
  // Headers have whole seconds: half of one is missing on average.
  const offset = dated + 500 - (asked + answered) / 2;
  const kept = offset + (Number(age) || 0) * 1000;
  const nearer = Math.abs(kept) < Math.abs(offset) ? kept : offset;
  return Math.abs(nearer) < 2000 ? 0 : nearer;
}
