import { addressConflict } from '#domain/postal/address-conflict.ts';
import { townLine } from '#domain/postal/delivery-lines.ts';
import { parseAddress } from '#domain/postal/parse-address.ts';
import { postalForms } from '#domain/postal/postal-form.ts';
import type { BillingForm } from '#domain/orders/billing.ts';
import { countryName } from '#domain/countries/countries.ts';

/**
 * The hint below the address: the parcel's destination if recognised, else that the payment page asks.
 * Empty if nothing is known yet, and for an address that CHECKOUT rejects.
 * @param left whether the shopper has left the field; a half-typed address is not yet incomplete.
 */
export function addressLine({ address, country }: BillingForm, left: boolean): string {
  const form = postalForms.get(country);
  if (!form || address.trim() === '' || addressConflict(address, country) !== null) return '';
  const found = parseAddress(address, country);
  if (found) return `Delivering to ${townLine(found, country)}, ${countryName(country)}.`;
  return left ? 'The payment page will ask for town and postcode.' : '';
}
