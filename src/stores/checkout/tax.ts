import { atom } from 'nanostores';
import { fetchTaxPercent } from '#api/tax.ts';
import { taxRate } from './checkout-storage.ts';

/** The tax in per cent; `null` while the server is being asked. */
export const $taxPercent = atom<number | null>(null);

/**
 * Asks the server for the tax and keeps it as `taxRate`.
 * @param otherwise per cent to go on with when the call fails, which is only logged (spec, section 8).
 * @returns the per cent now in force.
 */
export async function loadTaxPercent(otherwise: number): Promise<number> {
  let percent = otherwise;
  try {
    percent = await fetchTaxPercent();
    taxRate.set(percent);
  } catch (error) {
    console.error('The tax could not be fetched', error);
  }
  $taxPercent.set(percent);
  return percent;
}
