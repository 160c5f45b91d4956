import type { SoldLabel } from './state.ts';

const hour = 60 * 60 * 1000;

/** Hours after the sale at which a parcel is scanned, newest first. */
const scans = [
  [36, 'DELIVERED'],
  [12, 'TRANSIT'],
  [0, 'PRE_TRANSIT'],
] as const;

/** The newest scan of a label's parcel at a time, in Unix milliseconds. */
export function latestScan({ soldAt }: SoldLabel, now: number) {
  const [after, status] = scans.find(([hours]) => now - soldAt >= hours * hour) ?? [
    0,
    'PRE_TRANSIT',
  ];
  return { status, at: new Date(soldAt + after * hour).toISOString() };
}

/** A tracking number of the form S10 with its check digit: https://www.upu.int, standard S10. */
export function trackingNumber(place: number): string {
  const serial = String(10_000_000 + place).slice(-8);
  const sum = [...serial].reduce(
    (total, digit, at) => total + Number(digit) * ([8, 6, 4, 2, 3, 5, 9, 7][at] ?? 0),
    0,
  );
  const check = 11 - (sum % 11);
  return `QQ${serial}${check === 10 ? 0 : check === 11 ? 5 : check}GB`;
}
