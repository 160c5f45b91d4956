import type { DiscountKind } from '#domain/enums.ts';
import { wholeIn } from '../kit/form/whole-in.ts';
import { amountIn } from '../kit/form/AmountField.tsx';

/** Typed fields of what a discount gives, named as in its terms. */
export interface TypedEffect {
  kind: DiscountKind;
  percent: string;
  amount_pence: string;
  minimum_pence: string;
  with_sales: boolean;
}

export const emptyEffect: TypedEffect = {
  kind: 'percent',
  percent: '10',
  amount_pence: '',
  minimum_pence: '',
  with_sales: false,
};

/** The typed fields as terms, with NaN for what is not a number. */
export function effectOf({ kind, percent, amount_pence, minimum_pence, with_sales }: TypedEffect) {
  return {
    kind,
    percent: kind === 'percent' ? wholeIn(percent) : null,
    amount_pence: kind === 'amount' ? (amountIn(amount_pence) ?? Number.NaN) : null,
    minimum_pence: amountIn(minimum_pence) ?? Number.NaN,
    with_sales,
  };
}
