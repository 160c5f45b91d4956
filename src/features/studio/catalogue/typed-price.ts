import { price } from './cell-checks.ts';

/** A typed price in pence; 0 if empty or invalid. */
export function penceIn(text: string): number {
  return price.safeParse(text).data ?? 0;
}
