import type { FeeUnit } from '#domain/enums.ts';
import { type ImportFee, ShopSettings } from '#domain/contracts/staff-settings.ts';

/** A fee as it is typed; days are `''` if empty. */
export interface TypedFee {
  row: number;
  place: string;
  name: string;
  /** Euros. */
  amount: string;
  basis: FeeUnit;
  from: string;
  until: string;
  source: string;
}

/** Fees as texts to edit. */
export function typedFees(fees: readonly ImportFee[]): TypedFee[] {
  return fees.map((fee, row) => ({
    row,
    place: fee.place,
    name: fee.name,
    amount: (fee.euro_cents / 100).toFixed(2),
    basis: fee.basis,
    from: fee.from_day ?? '',
    until: fee.until_day ?? '',
    source: fee.source,
  }));
}

/** The typed fees, sorted as the database returns them; null if one is invalid. */
export function feesOf(typed: readonly TypedFee[]): ImportFee[] | null {
  const fees = typed.map(({ place, name, amount, basis, from, until, source }) => ({
    place,
    name: name.trim(),
    euro_cents: /^\s*\d{1,3}([.,]\d{1,2})?\s*$/.test(amount)
      ? Math.round(Number(amount.replace(',', '.')) * 100)
      : 0,
    basis,
    from_day: from === '' ? null : from,
    until_day: until === '' ? null : until,
    source: source.trim(),
  }));
  return ShopSettings.shape.fees.safeParse(fees).data ?? null;
}
