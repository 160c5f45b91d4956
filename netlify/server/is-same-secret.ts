import { timingSafeEqual } from 'node:crypto';

/** Whether two texts are equal, compared in constant time. */
export function isSameSecret(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
