import type { DiscountKind } from '#domain/enums.ts';
import { amountIn } from '../kit/form/AmountField.tsx';

/** Typed fields of what a discount gives. */
export interface TypedEffect {
  kind: DiscountKind;
  percent: string;
  amount: string;
  minimum: string;
  withSales: boolean;
}

export const emptyEffect: TypedEffect = {
  kind: 'percent',
  percent: '10',
  amount: '',
  minimum: '',
  withSales: false,
};

/** A typed whole number; NaN, which no schema accepts, if it is something else. */
export function wholeIn(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
}

/** The typed fields as terms, with NaN for what is not a number. */
export function effectOf({ kind, percent, amount, minimum, withSales }: TypedEffect) {
  return {
    kind,
    percent: kind === 'percent' ? wholeIn(percent) : null,
    amount_pence: kind === 'amount' ? (amountIn(amount) ?? Number.NaN) : null,
    minimum_pence: amountIn(minimum) ?? Number.NaN,
    with_sales: withSales,
  };
}
