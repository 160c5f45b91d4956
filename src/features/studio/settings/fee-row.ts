import type { ImportFee } from '#domain/contracts/staff-settings.ts';

/** A fee as it is typed; days are `''` if empty. */
export interface TypedFee extends Pick<ImportFee, 'place' | 'name' | 'basis' | 'source'> {
  /** Euros. */
  euro_cents: string;
  from_day: string;
  until_day: string;
}

/** Fees as texts to edit. */
export function typedFees(fees: readonly ImportFee[]): TypedFee[] {
  return fees.map((fee) => ({
    ...fee,
    euro_cents: (fee.euro_cents / 100).toFixed(2),
    from_day: fee.from_day ?? '',
    until_day: fee.until_day ?? '',
  }));
}

/** The fee that was typed; an amount that is none becomes NaN. */
export function feeOf(typed: TypedFee): ImportFee {
  const { place, name, euro_cents: amount, basis, from_day, until_day, source } = typed;
  return {
    place,
    name: name.trim(),
    euro_cents: /^\s*\d{1,3}([.,]\d{1,2})?\s*$/.test(amount)
      ? Math.round(Number(amount.replace(',', '.')) * 100)
      : Number.NaN,
    basis,
    from_day: from_day === '' ? null : from_day,
    until_day: until_day === '' ? null : until_day,
    source: source.trim(),
  };
}
