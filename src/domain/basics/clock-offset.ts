/**
 * A device clock's lag behind the server's, in milliseconds: 0 if they differ by less than two seconds,
 * because the header is no more precise, or if the server sent no date. A response from a CDN's cache
 * may carry the date at which it was stored or sent; the one nearer to the device's clock counts.
 * @param asked request time, on the device's clock.
 * @param answered response time, on the same clock.
 * @param date the response's `Date` header.
 * @param age the response's `Age` header, in seconds.
 */
export function clockOffset(
  asked: number,
  answered: number,
  date: string | null,
  age: string | null,
): number {
  const dated = Date.parse(date ?? '');
  if (Number.isNaN(dated)) return 0;
  // Headers are truncated to whole seconds: half a second is lost on average.
  const offset = dated + 500 - (asked + answered) / 2;
  const kept = offset + (Number(age) || 0) * 1000;
  const nearer = Math.abs(kept) < Math.abs(offset) ? kept : offset;
  return Math.abs(nearer) < 2000 ? 0 : nearer;
}
